import {fuzzyFilter} from './fuzzy-match.ts';
import {type TextField, textField, textOf} from './text-field.ts';

export type PickOption = {id: string; label: string};

/** Some of many things, found by letters of their names. */
export type PickField = {
	options: readonly PickOption[];
	/** Ids of those that were picked, in the order in which they were. */
	chosen: readonly string[];
	/** How many can be picked: one more takes the place of the first. Absent: as many as there are. */
	most?: number;
	/** What is typed to find one. */
	field: TextField;
	/** The one of the found ones that Enter picks; -1: none, Enter goes on. */
	cursor: number;
};

/** Those that can still be picked and match what is typed, best first. */
export const foundOptions = ({options, chosen, most, field}: PickField): PickOption[] =>
	fuzzyFilter(
		// Of one alone the same may be picked again: whoever types it means it.
		options.filter(({id}) => most === 1 || !chosen.includes(id)),
		textOf(field).trim(),
		({label}) => label,
	);

export const chosenOptions = ({options, chosen}: PickField): PickOption[] =>
	chosen.map(id => options.find(option => option.id === id) ?? {id, label: id});

/** What is typed is another one: the best match is the one that Enter picks. */
export const withTyped = (field: TextField): Pick<PickField, 'field' | 'cursor'> => ({
	field,
	cursor: textOf(field).trim() === '' ? -1 : 0,
});

/** What is typed and picks nothing yet. */
export const typedText = ({field}: PickField): string => textOf(field).trim();

/** What a key does to the field; null: nothing, it is for the form. */
export function pickByKey(pick: PickField, key: string): Partial<PickField> | null {
	const {cursor, chosen, field, most = Number.POSITIVE_INFINITY} = pick;
	const found = foundOptions(pick);
	switch (key) {
		case 'down':
			return {cursor: Math.min(cursor + 1, found.length - 1)};
		case 'up':
			return cursor < 0 ? null : {cursor: cursor - 1};
		case 'tab':
		case 'enter': {
			const option = found[cursor];
			if (!option) return null;
			return {chosen: [...chosen, option.id].slice(-most), field: textField(), cursor: -1};
		}
		case 'backspace':
			return textOf(field) === '' && chosen.length > 0 ? {chosen: chosen.slice(0, -1)} : null;
		default:
			return null;
	}
}
