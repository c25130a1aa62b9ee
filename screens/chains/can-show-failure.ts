import type {Chain} from '../../contract/chain.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {isRed} from '../../source/view-model/is-red.ts';

/** Whether a chain ended red in the batch that is at hand: there is a failure to show. */
export const canShowFailure = (dashboard: Dashboard, chain: Chain | null): chain is Chain & {runId: string} =>
	chain !== null && isRed(chain.status) && chain.runId !== null && dashboard.batches.store.getState().batch !== null;
