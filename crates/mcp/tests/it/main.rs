//! The server as clients see it: frames in, frames out.

mod driven;
mod explore;
mod frames;
mod http;
mod many;
mod wire;
