import {createStore, type StoreApi} from 'zustand/vanilla';
import type {BatchTicket} from '../../contract/batch.ts';
import type {Chain, ChainPage} from '../../contract/chain.ts';
import type {BatchId, ChainId, ProjectId} from '../../contract/ids.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {loadPages, pageSize} from './load-pages.ts';
import type {Loaded} from './loader.ts';

/** Whether values go from one step of a chain to another; a circle of needs is told as what it is. */
const handsOn = ({captures, steps, error}: Chain): boolean =>
	captures.length > 0 ||
	error?.kind === 'circular_dependency' ||
	steps.some(({produces, uses}) => produces.length > 0 || uses.length > 0);

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadChainsRoutes = () => import('../../contract/routes/chains.ts');

/** What chains are read of: a batch, or a project with each chain's latest run. */
export type ChainsOf = {batchId: BatchId} | {projectId: ProjectId};

/** The chain whose steps are looked at, with what was sent and answered. */
type OpenedChain = {chainId: ChainId | null; chain: Chain | null; error: unknown};

type Chains = {
	/** All chains without bodies; during the first reading as many as have come. */
	store: StoreApi<Loaded<readonly Chain[]>>;
	opened: StoreApi<OpenedChain>;
	/** Reads every page, and the opened chain where it has changed; gives the number of requests. */
	load(of: ChainsOf, signal: AbortSignal): Promise<number>;
	/** Reads a chain with its bodies; what goes wrong stands in `opened`. */
	open(of: ChainsOf, chainId: ChainId, signal: AbortSignal): Promise<void>;
	/** Runs a chain again; answers with the batch. Alone = its last test, fed by the captures of the batch before. */
	rerun(of: ChainsOf, chain: Chain, options: {isAlone: boolean}): Promise<string>;
	/** Runs every chain of a project again as one batch. */
	rerunAll(projectId: ProjectId, options: {isAlone: boolean}): Promise<BatchTicket>;
};

export const chainsStore = storeKey(createChains);

function createChains({session, context}: Pick<Dashboard, 'session' | 'context'>): Chains {
	const store = createStore<Loaded<readonly Chain[]>>()(() => ({key: null, data: null, error: null}));
	const opened = createStore<OpenedChain>()(() => ({chainId: null, chain: null, error: null}));
	const keyOf = (of: ChainsOf) => ('batchId' in of ? of.batchId : of.projectId);

	const read = async (
		of: ChainsOf,
		query: {cursor?: string; chainId?: ChainId; bodies?: 'false'; pageSize?: number},
		signal: AbortSignal,
	): Promise<ChainPage> =>
		'batchId' in of
			? session.call((await loadChainsRoutes()).listBatchChains, {params: of, query, signal})
			: session.call((await loadChainsRoutes()).listProjectChains, {params: of, query, signal});

	async function open(of: ChainsOf, chainId: ChainId, signal: AbortSignal): Promise<void> {
		if (opened.getState().chainId !== chainId) opened.setState({chainId, chain: null, error: null});
		const isShown = () => opened.getState().chainId === chainId && store.getState().key === keyOf(of);
		try {
			const {items} = await read(of, {chainId}, signal);
			if (isShown()) opened.setState({chainId, chain: items[0] ?? null, error: null});
		} catch (error) {
			if (!signal.aborted && isShown()) opened.setState({error});
		}
	}

	return {
		store,
		opened,
		open,
		async load(of, signal) {
			const key = keyOf(of);
			if (store.getState().key !== key) {
				store.setState({key, data: null, error: null});
				opened.setState({chainId: null, chain: null, error: null});
			}
			const isShown = () => store.getState().key === key;
			let requests = 0;
			const before = store.getState().data;
			try {
				const chains = await loadPages(
					cursor => {
						requests++;
						return read(of, {bodies: 'false', pageSize, ...(cursor === undefined ? {} : {cursor})}, signal);
					},
					context.now,
					all => {
						const rows = all.filter(handsOn);
						// A later reading replaces what is shown only when it is complete.
						if (isShown() && (store.getState().data?.length ?? 0) < rows.length) store.setState({data: rows});
					},
				);
				// The list is about values that are handed on; a test of several calls without any is told as a test.
				const items = chains.filter(handsOn);
				if (isShown()) store.setState({data: items, error: null});
				const {chainId} = opened.getState();
				if (chainId === null || !isShown()) return requests;
				const textOf = (chains: readonly Chain[] | null) =>
					JSON.stringify(chains?.find(other => other.chainId === chainId) ?? null);
				if (textOf(before) === textOf(items)) return requests;
				await open(of, chainId, signal);
				return requests + 1;
			} catch (error) {
				if (!signal.aborted && isShown()) store.setState({error});
				throw error;
			}
		},
		async rerun(of, {chainId, testId}, {isAlone}) {
			const trigger = {
				body: {source: 'cli' as const, skipDependencies: isAlone},
				signal: context.ended,
			};
			const {batchId} =
				'batchId' in of
					? await session.call((await loadChainsRoutes()).rerunChain, {
							params: {batchId: of.batchId, chainId},
							...trigger,
						})
					: await session.call(rerunTest, {params: {testId}, ...trigger});
			return batchId;
		},
		rerunAll: async (projectId, {isAlone}) =>
			session.call((await loadChainsRoutes()).rerunProjectChains, {
				params: {projectId},
				body: {source: 'cli', skipDependencies: isAlone},
				signal: context.ended,
			}),
	};
}
