import type {DocumentReader} from '../../service/discovery/document-reader.ts';
import {runDocumentJob} from '../../service/discovery/document-job.ts';

/** Reads documents in this thread, message by message. */
export const readHere: DocumentReader = async (job, take, signal) => {
	for (const message of runDocumentJob(job)) {
		signal.throwIfAborted();
		await take(message);
	}
};
