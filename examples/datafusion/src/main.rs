//! Prints the result of a SQL query as a document.

use std::error::Error;

use qrp1_datafusion::{document, ipc, months};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let months = months().await?;
    print!("{}", document(&ipc::into_60(&months)?)?);
    Ok(())
}
