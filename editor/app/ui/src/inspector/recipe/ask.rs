//! Changes of the recipe that are asked for.

use salient_schema::Recipe;

use crate::request::Request;
use crate::request::map::{MapRequest, RecipeRequest};

pub(super) fn ask(request: RecipeRequest) -> Request {
    Request::Map(MapRequest::Recipe(request))
}

pub(super) fn set(recipe: Recipe) -> Request {
    ask(RecipeRequest::Set(Box::new(recipe)))
}
