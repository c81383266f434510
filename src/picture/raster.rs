//! Pictures as dots.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The widest PNG there is, in dots.
pub const WIDTH_MAX: u32 = 8192;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// It would be empty or too large.
    #[error("a picture cannot be {0} dots wide: expected 1 to {WIDTH_MAX}")]
    Width(u32),
    /// It is no SVG.
    #[error("the SVG cannot be read: {0}")]
    Svg(String),
    /// It cannot be written as PNG.
    #[error("the PNG cannot be made: {0}")]
    Png(String),
}

/// Draws an SVG document so many dots wide, as a PNG file. Text in it is left out, for want of fonts.
///
/// # Errors
/// If it cannot be read, or the size is none.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| RasterError::Svg(error.to_string()))?;
    if width > WIDTH_MAX {
        return Err(RasterError::Width(width));
    }
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut dots = Pixmap::new(width, height).ok_or(RasterError::Width(width))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
    dots.encode_png().map_err(|error| RasterError::Png(error.to_string()))
}
