import {createStore, type StoreApi} from 'zustand/vanilla';
import type {BatchId} from '../../contract/ids.ts';
import {getTest, updateTest} from '../../contract/routes/tests.ts';
import type {Variable} from '../../contract/variable.ts';
import {loadPages, pageSize} from './load-pages.ts';
import type {Loaded} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadVariablesRoutes = () => import('../../contract/routes/variables.ts');

type Variables = {
	/** All variables of a batch, by name; during the first reading as many as have come. */
	store: StoreApi<Loaded<readonly Variable[]>>;
	/** Reads every page; gives the number of requests. */
	load(batchId: BatchId, signal: AbortSignal): Promise<number>;
	/** Makes a test the producer that feeds these consumers, from their next run on. */
	pin(variable: string, producerId: string, consumerIds: readonly string[]): Promise<void>;
};

/** Named values of the batch that is shown. */
export const variablesStore = storeKey<Variables>(({session, context}) => {
	const store = createStore<Loaded<readonly Variable[]>>()(() => ({key: null, data: null, error: null}));
	return {
		store,
		async load(batchId, signal) {
			if (store.getState().key !== batchId) store.setState({key: batchId, data: null, error: null});
			const isShown = () => store.getState().key === batchId;
			let requests = 0;
			try {
				const read = async (cursor: string | undefined) => {
					requests++;
					return session.call((await loadVariablesRoutes()).listBatchVariables, {
						params: {batchId},
						query: {pageSize, ...(cursor === undefined ? {} : {cursor})},
						signal,
					});
				};
				const items = await loadPages(read, context.now, rows => {
					// A later reading replaces what is shown only when it is complete.
					if (isShown() && (store.getState().data?.length ?? 0) < rows.length) store.setState({data: rows});
				});
				if (isShown()) store.setState({data: items, error: null});
				return requests;
			} catch (error) {
				if (!signal.aborted && isShown()) store.setState({error});
				throw error;
			}
		},
		async pin(variable, producerId, consumerIds) {
			for (const testId of consumerIds) {
				const {wiring} = await session.call(getTest, {params: {testId}, signal: context.ended});
				await session.call(updateTest, {
					params: {testId},
					body: {wiring: {...wiring, [variable]: producerId}},
					signal: context.ended,
				});
			}
		},
	};
});
