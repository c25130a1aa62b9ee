import type {DocumentJob} from './document-job.ts';

/** Length of the documents of a job. */
export const jobBytes = (job: DocumentJob): number =>
	job.kind === 'references'
		? bytesOf(job.files)
		: job.bytes.length + (job.kind === 'read' && job.parts ? bytesOf(job.parts.files) : 0);

const bytesOf = (files: ReadonlyMap<string, Uint8Array>): number =>
	[...files.values()].reduce((sum, {length}) => sum + length, 0);
