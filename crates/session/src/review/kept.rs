//! Stores a review as lines of JSON: a header, the file with the games, and the search results for each annotated game.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use crate::message::{SavedGame, SavedReview};
use chuhe_formats::collection::Collection;
use chuhe_review::annotation::{AnnotationResults, PackedAnnotation};

const FORM: &str = "chuhe-review-1";

/// The first line.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ReviewHeader {
    pub(super) form: String,
    pub(super) file: String,
    pub(super) nodes: u64,
    /// The other engine with which the games are reviewed, if it is not chuhe.
    pub(super) engine: Option<String>,
    pub(super) games: usize,
    pub(super) annotated: usize,
    /// The players of the first game.
    pub(super) red: String,
    pub(super) black: String,
}

/// The second line: the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Contents {
    Text(String),
    Base64(String),
}

/// A review that was stored.
#[derive(Debug)]
pub(super) struct StoredReview {
    pub(super) header: ReviewHeader,
    pub(super) bytes: Vec<u8>,
    /// The search results of the annotated games, by number.
    pub(super) results: BTreeMap<usize, AnnotationResults>,
}

impl StoredReview {
    /// Reads a review. Lines that cannot be read are left out, except the first two.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let mut lines = text.split(|&byte| byte == b'\n');
        let header = ReviewHeader::read(lines.next()?)?;
        let bytes = match serde_json::from_slice(lines.next()?).ok()? {
            Contents::Text(text) => text.into_bytes(),
            Contents::Base64(text) => BASE64.decode(text).ok()?,
        };
        let results = lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
        Some(Self { header, bytes, results })
    }
}

impl ReviewHeader {
    fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok().filter(|header: &Self| header.form == FORM)
    }
}

/// The text in which a review is stored.
pub(super) fn text(
    header: ReviewHeader,
    collection: &Collection,
    annotated: &BTreeMap<usize, Arc<PackedAnnotation>>,
) -> serde_json::Result<String> {
    let contents = match str::from_utf8(collection.contents()) {
        Ok(text) => Contents::Text(text.to_owned()),
        Err(_) => Contents::Base64(BASE64.encode(collection.contents())),
    };
    let header = ReviewHeader { form: FORM.to_owned(), ..header };
    let mut text = serde_json::to_string(&header)? + "\n" + &serde_json::to_string(&contents)?;
    for (number, annotation) in annotated {
        text.push('\n');
        text += &serde_json::to_string(&(number, annotation.results()))?;
    }
    Ok(text + "\n")
}

impl SavedGame {
    /// The list entry for a review, given its first line.
    pub fn of_review(line: &[u8], open: bool, own: bool, name: String) -> Option<Self> {
        let ReviewHeader { file, games, annotated, red, black, .. } = ReviewHeader::read(line)?;
        Some(Self {
            name,
            red,
            black,
            result: "*".to_owned(),
            date: "?".to_owned(),
            plies: 0,
            open,
            own,
            review: Some(SavedReview { file, games, annotated }),
        })
    }
}
