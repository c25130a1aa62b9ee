import {nameAt} from '../model/pointer.ts';
import type {Kind} from './kind.ts';
import {kindWord} from './names.ts';

/** Finds kinds by the path their records lie below, and by the word for them. */
export type KindIndex = {
	at(collection: string): readonly Kind[];
	/** By the kind's own word (`review`) and with its parent in front (`productreview`). */
	named(word: string): readonly Kind[];
	/** By the field that names a record, when it is no general word: `username`. */
	naming(field: string): readonly Kind[];
	/** By the fixed word right in front of their own: `item` of `/items/articles`. */
	below(word: string): readonly Kind[];
};

const general = new Set(['id', '_id', 'uuid', 'guid', 'uid', 'key', 'name', 'code', 'slug', 'identifier']);

/** The field or parameter whose value names a record, as it is called; empty: its address alone does. */
export const namedBy = ({handle}: Pick<Kind, 'handle'>): string => {
	if (handle === null || handle.from === 'location') return '';
	return handle.from === 'sent' && handle.in === 'path' ? handle.pointer : nameAt(handle.pointer);
};

export function indexKinds(kinds: readonly Kind[]): KindIndex {
	const byCollection = new Map<string, Kind[]>();
	const byField = new Map<string, Kind[]>();
	const byWord = new Map<string, Kind[]>();
	const byFront = new Map<string, Kind[]>();
	const add = (map: Map<string, Kind[]>, key: string, kind: Kind) => {
		const list = map.get(key);
		if (!list) map.set(key, [kind]);
		else if (!list.includes(kind)) list.push(kind);
	};
	for (const kind of kinds) {
		// What is put to another record has been made at a path of its own.
		if (kind.origin === 'relation') continue;
		add(byCollection, kind.collection, kind);
		if (kind.creator) {
			const {segments} = kind.creator;
			add(byCollection, `/${segments.map(one => (one.startsWith('{') ? '{}' : one)).join('/')}`, kind);
		}
		for (const word of new Set([kind.word, kindWord(kind.name)])) if (word !== '') add(byWord, word, kind);
		const front = kind.collection.split('/').at(-2) ?? '';
		if (front !== '' && front !== '{}') add(byFront, kindWord(front), kind);
		const field = namedBy(kind);
		if (field !== '' && !general.has(field.toLowerCase())) add(byField, field, kind);
	}
	return {
		at: collection => byCollection.get(collection) ?? [],
		named: word => byWord.get(word) ?? [],
		naming: field => byField.get(field) ?? [],
		below: word => byFront.get(word) ?? [],
	};
}
