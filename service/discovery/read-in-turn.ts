import type {DocumentJob} from './document-job.ts';
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
		lanes(() => read(job, take, signal), {signal, size: sizeOf(job)});

const sizeOf = (job: DocumentJob): number =>
	job.kind === 'references'
		? bytesOf(job.files)
		: job.bytes.length + (job.kind === 'read' && job.parts ? bytesOf(job.parts.files) : 0);

const bytesOf = (files: ReadonlyMap<string, Uint8Array>): number =>
	[...files.values()].reduce((sum, {length}) => sum + length, 0);
