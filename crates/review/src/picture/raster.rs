//! Converts pictures to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum width of a PNG, in pixels.
pub const WIDTH_MAX: u32 = 8192;

/// Why a PNG cannot be created.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum RasterError {
    #[error("invalid width {0}; expected 1 to {WIDTH_MAX} pixels")]
    Width(u32),
    #[error("cannot read the SVG: {0}")]
    Svg(String),
    #[error("cannot make the PNG: {0}")]
    Png(String),
}

/// Renders an SVG document as a PNG file that is `width` pixels wide. Text in it is omitted, because there are no
/// fonts.
///
/// # Errors
/// If the document is invalid, or the width is 0 or greater than [`WIDTH_MAX`].
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| RasterError::Svg(error.to_string()))?;
    if width > WIDTH_MAX {
        return Err(RasterError::Width(width));
    }
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::Width(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| RasterError::Png(error.to_string()))
}
