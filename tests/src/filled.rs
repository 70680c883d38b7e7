//! A value made of a JSON Schema, with something in every field.

use serde_json::{Map, Value, json};

/// Something in each field that a JSON Schema has, `all` being the whole of it. Of several forms the
/// fullest; each text is the next that is given.
pub fn filled(schema: &Value, all: &Value, text: &mut dyn FnMut() -> String) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return filled(all.pointer(name.trim_start_matches('#')).expect(name), all, text);
    }
    for forms in ["anyOf", "oneOf", "allOf"] {
        if let Some(forms) = schema[forms].as_array() {
            let constant = forms.iter().find_map(|form| form.get("const")).cloned();
            let full = forms.iter().rfind(|form| form["type"] != "null").expect("a form");
            return constant.unwrap_or_else(|| filled(full, all, text));
        }
    }
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    let is = |wanted: &str| match &schema["type"] {
        Value::String(own) => own == wanted,
        Value::Array(own) => own.iter().any(|own| own == wanted),
        _ => false,
    };
    match () {
        () if is("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            // A condition has others in it, without end.
            let fields = fields.filter(|(name, _)| *name != "unless");
            let fields = fields.map(|(name, field)| (name.clone(), filled(field, all, text)));
            Value::Object(fields.collect::<Map<String, Value>>())
        }
        () if is("array") => json!([filled(&schema["items"], all, text)]),
        () if is("boolean") => json!(true),
        () if is("integer") => json!(3),
        () => json!(text()),
    }
}
