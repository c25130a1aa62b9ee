import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {maxPlanFileBytes, maxPlans, maxPlansBytes} from '../../contract/plan-file.ts';
import {refusedFlag} from '../errors/api-error.ts';
import {isPlanLike, type PlanProblem} from './check-plan.ts';
import {type DecodedJson, decodeJson, withoutByteOrderMark} from './decode-json.ts';
import {linesOf} from './lines.ts';
import {chunksOf, readLimited, sizeOf, unreadable} from './read-limited.ts';

/** Something found where plans are looked for. */
export type Found = {
	/** The path, or `<path>:<line>` in a JSONL file. */
	file: string;
} & (
	| {kind: 'plan' /** Stands before every field path, e.g. `specs[0].`. */; prefix: string; value: unknown}
	/** A plan that could not be read as JSON. */
	| {kind: 'broken'; prefix: string; problem: PlanProblem}
	/** A limit of the file or directory as a whole. */
	| {kind: 'limit'; problem: PlanProblem}
	/** A JSON file that is no plan. */
	| {kind: 'skipped'}
);

/** One plan or steps file from its bytes. @param file how it is named in reports */
export function planFrom(bytes: Buffer, file: string): Found {
	return bytes.length > maxPlanFileBytes
		? {file, kind: 'broken', prefix: '', problem: tooLarge(bytes.length, maxPlanFileBytes)}
		: decoded(decodeJson(withoutByteOrderMark(bytes)), file, '');
}

/** One plan or steps file. @param flag the flag that named it, for the error of an unreadable file */
export function planIn(file: string, flag: string, path = file): Found {
	const read = readLimited(path, flag, maxPlanFileBytes);
	return 'bytes' in read
		? planFrom(read.bytes, file)
		: {file, kind: 'broken', prefix: '', problem: tooLarge(read.sizeBytes, maxPlanFileBytes)};
}

/**
 * The plans of a JSONL file, one per line; blank lines are ignored. Holds one line at a time, and stops at 5 MB: what
 * comes after the limit would not be taken anyway.
 *
 * @param from its path, or its bytes where it is none
 */
export function* plansInLines(file: string, flag: string, from: string | Buffer = file): Generator<Found> {
	let size = 0;
	let count = 0;
	const allowed = function* () {
		for (const chunk of typeof from === 'string' ? chunksOf(from, flag) : [from]) {
			size += chunk.length;
			if (size > maxPlansBytes) return;
			yield chunk;
		}
	};
	for (const line of linesOf(allowed(), maxPlanFileBytes)) {
		const isCut = size > maxPlansBytes && !line.isComplete;
		if (isCut || (line.bytes && isBlank(line.bytes))) continue;
		const place = `${file}:${line.number}`;
		const prefix = `specs[${count++}].`;
		yield line.bytes
			? decoded(decodeJson(line.bytes, line.number), place, prefix)
			: {file: place, kind: 'broken', prefix, problem: tooLarge(line.size, maxPlanFileBytes)};
	}
	yield* limits(file, {size: size > maxPlansBytes && typeof from === 'string' ? sizeOf(from, size) : size, count});
}

/** The plans of the `*.json` files of a directory, sorted by name. Stops at 5 MB together. */
export function* plansInDirectory(directory: string, flag: string, path = directory): Generator<Found> {
	let size = 0;
	let count = 0;
	for (const name of jsonNames(path, flag)) {
		const read = readLimited(join(path, name), flag, maxPlanFileBytes);
		const file = join(directory, name);
		size += 'bytes' in read ? read.bytes.length : read.sizeBytes;
		if (size > maxPlansBytes) break;
		const found: Found =
			'bytes' in read
				? planFrom(read.bytes, file)
				: {file, kind: 'broken', prefix: '', problem: tooLarge(read.sizeBytes, maxPlanFileBytes)};
		if (found.kind === 'plan' && !isPlanLike(found.value)) {
			yield {file, kind: 'skipped'};
		} else {
			count++;
			yield found;
		}
	}
	if (count === 0 && size <= maxPlansBytes)
		throw refusedFlag(flag, {reason: 'empty', text: `${directory} holds no plan; plans are its *.json files`});
	yield* limits(directory, {size, count});
}

function jsonNames(path: string, flag: string): string[] {
	try {
		return readdirSync(path)
			.filter(name => name.endsWith('.json') && !name.startsWith('.') && !statSync(join(path, name)).isDirectory())
			.sort();
	} catch (error) {
		throw unreadable(path, flag, error);
	}
}

/** What is wrong with a file or directory as a whole. */
function* limits(file: string, {size, count}: {size: number; count: number}): Generator<Found> {
	if (size > maxPlansBytes) {
		yield {file, kind: 'limit', problem: tooLarge(size, maxPlansBytes)};
	} else if (count === 0) {
		yield {file, kind: 'limit', problem: {field: 'file', reason: 'holds no plan'}};
	} else if (count > maxPlans) {
		yield {
			file,
			kind: 'limit',
			problem: {field: 'file', reason: `holds ${count} plans; at most ${maxPlans} are allowed`},
		};
	}
}

const tooLarge = (sizeBytes: number, maxBytes: number): PlanProblem => ({
	field: 'file',
	reason: `has ${sizeBytes} bytes; at most ${maxBytes} are allowed`,
	tooLarge: {sizeBytes, maxBytes},
});

const decoded = (json: DecodedJson, file: string, prefix: string): Found =>
	'value' in json
		? {file, kind: 'plan', prefix, value: json.value}
		: {file, kind: 'broken', prefix, problem: {field: 'file', reason: json.problem}};

const isBlank = (bytes: Buffer) => bytes.every(byte => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
