import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Call} from '../../contract/call.ts';
import type {Finding} from '../../contract/finding.ts';
import type {FindingId, ProjectId} from '../../contract/ids.ts';
import {isApiError} from '../errors/api-error.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when it is asked for first: most sessions never look at a finding. */
const loadCallRoutes = () => import('../../contract/routes/calls.ts');

/** The calls that show the finding that was looked at last, by id; null: a later discovery has taken its place. */
type EvidenceCalls = {
	findingId: FindingId | null;
	calls: ReadonlyMap<string, Call | null>;
	/** Why the last one could not be read. */
	error: unknown;
};

type Evidence = {
	store: StoreApi<EvidenceCalls>;
	/** Reads the calls of a finding, unless they are known. */
	open(projectId: ProjectId, finding: Pick<Finding, 'findingId' | 'evidence'>, signal: AbortSignal): Promise<void>;
};

/** What was sent and answered where the API differed from its description. */
export const evidenceStore = storeKey<Evidence>(({session}) => {
	const store = createStore<EvidenceCalls>()(() => ({findingId: null, calls: new Map(), error: null}));
	return {
		store,
		async open(projectId, {findingId, evidence}, signal) {
			const isShown = () => store.getState().findingId === findingId;
			if (!isShown()) store.setState({findingId, calls: new Map(), error: null});
			for (const {callId} of evidence) {
				if (callId === null || store.getState().calls.has(callId)) continue;
				try {
					const {getProjectCall} = await loadCallRoutes();
					const call = await session.call(getProjectCall, {params: {projectId, callId}, query: {}, signal});
					if (isShown()) store.setState({calls: new Map(store.getState().calls).set(callId, call), error: null});
				} catch (error) {
					if (signal.aborted) throw error;
					if (!isShown()) return;
					const isGone = isApiError(error) && error.code === 'NOT_FOUND';
					store.setState(isGone ? {calls: new Map(store.getState().calls).set(callId, null)} : {error});
				}
			}
		},
	};
});
