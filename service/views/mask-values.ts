import type {RunId} from '../../contract/ids.ts';
import type {Database} from '../store/database.ts';
import {readSecretValues} from '../store/calls/read-calls.ts';
import {masked} from './value-preview.ts';
import {pushTo} from '../domain/push-to.ts';

/** Shorter texts stand in too many places by chance. */
const shortest = 4;

/** Hides secret values in a text. @param values JSON texts of captured values */
export function masker(values: readonly string[]): <Text extends string | null>(text: Text) => Text {
	const secrets = [...new Set(values.flatMap(textsIn))].sort((a, b) => b.length - a.length);
	const variants = secrets.flatMap(secret => [
		...new Set([secret, new URLSearchParams({secret}).toString().slice('secret='.length)]),
	]);
	return text =>
		(text === null ? null : variants.reduce((left, variant) => left.replaceAll(variant, masked), text)) as typeof text;
}

function textsIn(json: string): string[] {
	const texts: string[] = [];
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && value.length >= shortest) texts.push(value);
		else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part);
	};
	collect(JSON.parse(json));
	return texts;
}

/** Hides the secret values that a run knew. */
export async function maskers(
	database: Database,
	runIds: readonly RunId[],
): Promise<(runId: RunId | null) => ReturnType<typeof masker>> {
	const values = new Map<string, string[]>();
	for (const {run_id, value} of await readSecretValues(database, runIds)) {
		pushTo(values, run_id, value);
	}
	const known = new Map([...values].map(([runId, own]) => [runId, masker(own)]));
	const plain = masker([]);
	return runId => (runId === null ? plain : (known.get(runId) ?? plain));
}
