//! chuhe
