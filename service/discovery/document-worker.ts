import {parentPort, workerData} from 'node:worker_threads';
import {type DocumentJob, runDocumentJob} from './document-job.ts';

/** Entry of the thread that works on one document: one message for each that asks for the next. */
const steps = runDocumentJob(workerData as DocumentJob);
parentPort?.on('message', () => {
	const {value, done} = steps.next();
	if (done) parentPort?.close();
	else parentPort?.postMessage(value);
});
