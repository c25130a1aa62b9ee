import {splitAddress} from '../address.ts';
import {sampleIds} from './ids.ts';

/** Fields of a request whose name is not that of the sample's id. */
const otherNames: Record<string, keyof typeof sampleIds> = {
	list: 'testList',
	row: 'planRow',
	set: 'credentialSet',
	rule: 'cleanupRule',
};

/** The application under test of every sample. */
const sampleTarget = 'https://api.example.com';

/** Ids and the target that the caller has named, in place of those of the samples: one thing has one id in all answers of a run. */
export type GivenIds = {
	/** Takes over the ids of a call: `testId`, the first of `testIds`, and so for each kind of thing; further tests are added. */
	note(...parts: readonly unknown[]): void;
	/** The answer with the ids that were named so far. */
	rename<Answer>(answer: Answer): Answer;
};

export function createGivenIds(): GivenIds {
	const given = new Map<unknown, string>();
	/** Tests that were named behind the first one. */
	const further = new Set<string>();
	/** The sample's one selected run, once more for each further test. */
	const copies = (value: unknown): unknown[] => {
		const {testId, runId, role} = (value ?? {}) as Record<string, unknown>;
		if (role !== 'selected' || testId !== sampleIds.test || runId !== sampleIds.run) return [];
		return [...further].map((id, index) => ({
			...(value as object),
			testId: id,
			runId: `${sampleIds.run.slice(0, -3)}${100 + index}`,
			name: id,
		}));
	};
	const rename = (value: unknown): unknown => {
		if (typeof value === 'string') return given.get(value) ?? value;
		if (Array.isArray(value)) return value.flatMap(one => [rename(one), ...copies(one)]);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one)]));
	};
	return {
		note(...parts) {
			for (const [key, value] of parts.flatMap(part => Object.entries(part ?? {}))) {
				if (key === 'targetUrl' && typeof value === 'string') given.set(sampleTarget, splitAddress(value).url);
				const [, kind] = /^(\w+)Ids?$/.exec(key) ?? [];
				const id: unknown = Array.isArray(value) ? value[0] : value;
				if (key === 'testIds' && Array.isArray(value))
					for (const one of value.slice(1)) if (typeof one === 'string' && one !== id) further.add(one);
				const sample = kind && sampleIds[otherNames[kind] ?? (kind as keyof typeof sampleIds)];
				if (sample && typeof id === 'string' && !given.has(sample)) given.set(sample, id);
			}
		},
		rename: answer => (given.size === 0 ? answer : (rename(answer) as typeof answer)),
	};
}
