import {type TestType, testTypes} from '../../contract/enums.ts';
import type {AccountId} from '../../contract/ids.ts';
import type {RunStore} from '../store/runs/run-store.ts';

type Parts = {
	store: Pick<RunStore, 'waitingKinds'>;
	/** Kinds of tests that some live process executes now. */
	servedKinds(): Promise<ReadonlySet<TestType>>;
	/** Milliseconds of a clock that never goes back. */
	elapsedMs(): number;
};

/** An answer is as old as that at most: whoever waits asks often. */
const freshMs = 2000;

/** Kinds of an account's tests that could be executed now if any process did; asks the store rarely. */
export function createUnserved({store, servedKinds, elapsedMs}: Parts): (accountId: AccountId) => Promise<TestType[]> {
	let served: {at: number; missing: Promise<TestType[]>} | null = null;
	const waiting = new Map<string, Promise<TestType[]>>();

	async function missingKinds(): Promise<TestType[]> {
		const kinds = await servedKinds();
		return testTypes.filter(kind => !kinds.has(kind));
	}

	return async accountId => {
		const now = elapsedMs();
		if (!served || now - served.at > freshMs) {
			served = {at: now, missing: missingKinds()};
			waiting.clear();
		}
		const missing = await served.missing;
		if (missing.length === 0) return [];
		const kinds = waiting.get(accountId) ?? store.waitingKinds(accountId, missing);
		waiting.set(accountId, kinds);
		return kinds;
	};
}
