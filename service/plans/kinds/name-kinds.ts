import {isEnvelope} from '../model/answer-form.ts';
import {isKeyOfTwo, type Kind} from './kind.ts';
import {referenceName, snakeOf, spoken} from './names.ts';

/** What names the kind of a collection: its own segment, and the one in front for kinds that share a word. */
type Named = {segment: string; parent: string | null};

/** Names kinds by the last fixed segment of their path, with the parent in front when two share the word. */
export function nameApart(kinds: readonly Kind[], groups: ReadonlyMap<string, Named>): void {
	// Two parameters in a row: the second one is named by itself, unless both name one record together.
	const isTrailing = (kind: Kind) => /\{\}$/.test(kind.collection) && !isKeyOfTwo(kind);
	const baseOf = (kind: Kind) => {
		const {segment} = groups.get(kind.collection)!;
		const own = referenceName(kind.parameter ?? '');
		return (isTrailing(kind) && own.words.length > 0 ? own.words.join('_') : snakeOf(segment)) || 'record';
	};
	const counts = new Map<string, number>();
	const isRelating = ({origin}: Kind) => origin === 'relation';
	for (const kind of kinds) if (!isRelating(kind)) counts.set(baseOf(kind), (counts.get(baseOf(kind)) ?? 0) + 1);
	const taken = new Set<string>();
	for (const kind of kinds) {
		const {parent} = groups.get(kind.collection)!;
		const base = baseOf(kind);
		let name = (isRelating(kind) || counts.get(base)! > 1) && parent !== null ? `${snakeOf(parent)}_${base}` : base;
		if (/^\d/.test(name)) name = `n${name}`;
		for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
		taken.add(name);
		kind.name = name.slice(0, 50);
		kind.noun = spoken(base);
		const handle = handleName(kind);
		kind.variable = handle.startsWith(kind.name) ? handle : `${kind.name}_${handle}`;
	}
}

function handleName({handle, parameter}: Kind): string {
	const pointer = handle?.from === 'body' || handle?.from === 'sent' ? handle.pointer : (parameter ?? 'id');
	const field = pointer.slice(pointer.lastIndexOf('.') + 1);
	const name = isEnvelope(field) ? (parameter ?? 'id') : field;
	// A word that says what it holds: `username`, `email`.
	return referenceName(name).handle ?? (/^[a-z]{4,20}$/.test(name) ? name : 'id');
}
