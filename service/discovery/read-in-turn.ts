import {jobBytes} from './job-bytes.ts';
import type {DocumentReader} from './document-reader.ts';
import type {Lanes} from './lanes.ts';

/** Readers at the same time, in one service. */
export const mostReaders = 2;
/** Bytes of the documents that they read, together: a document takes some twenty times its length while it is read. */
export const mostReadBytes = 5_000_000;

/** The same reader, which waits for its turn; a cancelled one leaves its place to the next. */
export const readInTurn =
	(read: DocumentReader, lanes: Lanes): DocumentReader =>
	(job, take, signal) =>
		lanes(() => read(job, take, signal), {signal, size: jobBytes(job)});
