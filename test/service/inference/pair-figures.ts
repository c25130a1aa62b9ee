import {readFileSync} from 'node:fs';
import type {ApiOperation} from '../../../service/inference/api-operation.ts';
import {pairsOf} from '../../../service/inference/pairs.ts';

/** What somebody who has read a document says of it. */
export type PairTruth = {
	document: string;
	pairs: Array<{creator: string; deletion: string; handle: string[]}>;
	/** Operations of which the document does not say whether they create: they count neither way. */
	undecided: string[];
};

export type PairFigures = {
	name: string;
	truth: number;
	found: number;
	/** Pairs that are wrong or missing, with what was chosen instead. */
	wrong: string[];
	missing: string[];
	/** Handles that stand where the truth says, of those of right pairs that have one. */
	handles: {right: number; of: number; wrong: string[]};
	/** A plain path rule on the same document: right, found. */
	plain: {right: number; found: number};
};

type Reduced = {shapes: Record<string, unknown>; operations: ApiOperation[]};

/** Operations of a reduced document: schemas that occur more than once stand in `shapes`. */
export function operationsOf(file: URL): ApiOperation[] {
	const {shapes, operations} = JSON.parse(readFileSync(file, 'utf8')) as Reduced;
	const whole = (body: unknown) => {
		const name = (body as {shape?: string} | null)?.shape;
		return name === undefined ? body : shapes[name];
	};
	return operations.map(operation => ({
		...operation,
		...(operation.requestShape
			? {requestShape: {...operation.requestShape, body: whole(operation.requestShape.body)}}
			: {}),
		...(operation.responseShape
			? {responseShape: {...operation.responseShape, body: whole(operation.responseShape.body)}}
			: {}),
	}));
}

/** Measures the pairs of a document against what its reader says. */
export function figuresOf(name: string, operations: readonly ApiOperation[], truth: PairTruth): PairFigures {
	const undecided = new Set(truth.undecided);
	const wanted = new Map(truth.pairs.map(pair => [pair.creator, pair]));
	const pairs = pairsOf(operations).filter(({creator}) => !undecided.has(nameOf(creator)));
	const chosen = new Map(pairs.map(pair => [nameOf(pair.creator), pair]));
	const wrong: string[] = [];
	const handles: PairFigures['handles'] = {right: 0, of: 0, wrong: []};
	for (const [creator, {deletion, handle}] of chosen) {
		const known = wanted.get(creator);
		if (known?.deletion !== deletion.path) wrong.push(`${creator} → ${deletion.path}`);
		else if (known.handle.length > 0) {
			handles.of++;
			if (handle && known.handle.includes(handle.pointer)) handles.right++;
			else handles.wrong.push(`${creator}: ${handle?.pointer ?? 'none'} for ${known.handle.join(' or ')}`);
		}
	}
	const missing = truth.pairs.flatMap(({creator, deletion}) =>
		chosen.get(creator)?.deletion.path === deletion ? [] : [`${creator} → ${deletion}`],
	);
	return {
		name,
		truth: truth.pairs.length,
		found: pairs.length,
		wrong,
		missing,
		handles,
		plain: plainRule(operations, truth),
	};
}

const nameOf = ({method, path}: ApiOperation) => `${method} ${path}`;

/** `POST /x` → `DELETE /x/{…}` and nothing else: what a rule without evidence achieves. */
function plainRule(operations: readonly ApiOperation[], truth: PairTruth): PairFigures['plain'] {
	const deletes = operations.filter(({method}) => method === 'DELETE').map(({path}) => path);
	const wanted = new Map(truth.pairs.map(({creator, deletion}) => [creator, deletion]));
	const found = operations.flatMap(operation => {
		const below = deletes.find(
			path => path.startsWith(`${operation.path}/{`) && path.indexOf('/', operation.path.length + 1) < 0,
		);
		const own = operation.method === 'PUT' && deletes.includes(operation.path) ? operation.path : null;
		const path = operation.method === 'POST' ? below : own;
		return path && !truth.undecided.includes(nameOf(operation)) ? [{creator: nameOf(operation), path}] : [];
	});
	return {found: found.length, right: found.filter(({creator, path}) => wanted.get(creator) === path).length};
}
