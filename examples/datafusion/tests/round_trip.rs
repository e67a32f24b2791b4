//! The rows that the query gave are those that the document gives back, whichever way they took; and what the program
//! prints is what the README shows.

use std::error::Error;
use std::io::Cursor;

use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_array_60::RecordBatchReader;
use datafusion::arrow::compute::concat_batches;
use qrp1::arrow::ReaderBuilder;
use qrp1_datafusion::{c_stream, document, ipc, months};

type Outcome = Result<(), Box<dyn Error>>;

/// All rows in one batch: how rows were cut into batches is not in the document.
fn whole(batches: &[RecordBatch]) -> Result<RecordBatch, Box<dyn Error>> {
    Ok(concat_batches(&batches.first().ok_or("no batch")?.schema(), batches)?)
}

#[tokio::test]
async fn through_ipc_the_rows_return() -> Outcome {
    let months = months().await?;
    let batches = ipc::into_60(&months)?;
    let document = document(&batches)?;
    let reader = ReaderBuilder::new().with_schema(batches[0].schema()).build(document.as_bytes())?;
    let returned = ipc::from_60(&reader.collect::<Result<Vec<_>, _>>()?)?;
    assert_eq!(whole(&returned)?.num_rows(), 12);
    assert_eq!(whole(&returned)?, whole(&months)?);
    Ok(())
}

#[tokio::test]
async fn through_the_c_stream_the_rows_return() -> Outcome {
    let months = months().await?;
    let source = RecordBatchIterator::new(months.clone().into_iter().map(Ok), months[0].schema());
    let reader = c_stream::into_60(Box::new(source))?;
    let schema = reader.schema();
    let document = document(&reader.collect::<Result<Vec<_>, _>>()?)?;
    let reader = ReaderBuilder::new().with_schema(schema).build(Cursor::new(document))?;
    let returned = c_stream::from_60(Box::new(reader))?.collect::<Result<Vec<_>, _>>()?;
    assert_eq!(whole(&returned)?.num_rows(), 12);
    assert_eq!(whole(&returned)?, whole(&months)?);
    Ok(())
}

#[tokio::test]
async fn through_the_c_stream_no_value_is_copied() -> Outcome {
    let months = months().await?;
    let source = RecordBatchIterator::new(months.clone().into_iter().map(Ok), months[0].schema());
    let batches = c_stream::into_60(Box::new(source))?.collect::<Result<Vec<_>, _>>()?;
    assert_eq!(batches.len(), months.len());
    for (theirs, ours) in batches.iter().zip(&months) {
        for (theirs, ours) in theirs.columns().iter().zip(ours.columns()) {
            let (theirs, ours) = (theirs.to_data(), ours.to_data());
            assert_eq!(theirs.buffers()[0].as_ptr(), ours.buffers()[0].as_ptr());
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_readme_shows_the_document() -> Outcome {
    let document = document(&ipc::into_60(&months().await?)?)?;
    assert!(include_str!("../README.md").contains(&document), "the README does not show:\n{document}");
    Ok(())
}
