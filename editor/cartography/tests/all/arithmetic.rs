//! Nothing in the crate uses arithmetic that differs from machine to machine.

use std::path::Path;

#[test]
fn only_arithmetic_that_is_exact_by_standard() {
    let inexact = [
        ".sin()",
        ".cos()",
        ".tan()",
        ".asin()",
        ".acos()",
        ".atan()",
        ".atan2(",
        ".sin_cos()",
        ".exp()",
        ".ln()",
        ".log",
        ".powf(",
        ".powi(",
        ".hypot(",
        ".mul_add(",
        ".cbrt()",
        "HashMap",
        "HashSet",
        "std::fs",
        "std::time",
        "std::env",
    ];
    let mut faults = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    for path in files {
        let source = std::fs::read_to_string(&path).unwrap();
        let program = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in program.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for word in inexact.iter().filter(|word| code.contains(**word)) {
                faults.push(format!("{}:{}: {word}", path.display(), number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
