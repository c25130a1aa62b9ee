import type {Batch} from '../../contract/batch.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {createLoader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** The batch that decides how the project under the cursor stands, with its members. */
export const projectFailuresStore = storeKey(({session}) =>
	createLoader<Batch>(
		{session},
		{read: (batchId, _known, signal) => session.call(getBatch, {params: {batchId}, query: {}, signal})},
	),
);
