import type {LookElement} from '../../page/look.ts';
import {fillableRoles} from '../../page/roles.ts';
import {action, assertion, type Draft, type ReadPage, afterwards} from '../draft.ts';
import {mainRows} from '../rows.ts';
import {isIn, isSayable, seen} from '../shown.ts';

const searching = /\b(?:search|find|suche|suchen|recherche|buscar|cerca|zoek)/i;
const filtering = /\bfilter|filtr/i;

/** A search box finds a word of a row that the page lists; one that filters leaves another row out. */
export function search({look, called}: ReadPage): Draft[] {
	const boxes = seen(look).filter(element => isBox(element) && kindOf(element) !== null);
	const [box] = boxes;
	if (!box || boxes.length > 1) return [];
	const name = [box.name, box.placeholder].find((text): text is string => text !== null && isSayable(text));
	if (name === undefined) return [];
	const [row, ...others] = mainRows(look);
	if (!row) return [];
	const isFilter = kindOf(box) === 'filter';
	const other = others.find(one => !isIn(row.key, one.text) && !isIn(one.key, row.text));
	if (isFilter && !other) return [];
	return [
		{
			template: isFilter ? 'filter' : 'search',
			name: isFilter ? `${called}: the list can be filtered` : `${called}: the search finds ${row.key}`,
			reason: `The page lists "${row.key}" and has the field "${name}".`,
			sends: false,
			steps: [
				assertion(`"${row.key}" is visible`),
				action(`Search for "${row.key}" in the "${name}" field`),
				afterwards(assertion(`"${row.key}" is visible`)),
				...(isFilter ? [afterwards(assertion(`"${other!.key}" is not visible`))] : []),
			],
		},
	];
}

const isBox = ({role, states, type, value}: LookElement): boolean =>
	fillableRoles.has(role) && !states.disabled && !states.readonly && type !== 'password' && (value ?? '') === '';

function kindOf(field: LookElement): 'search' | 'filter' | null {
	const words = `${field.name} ${field.placeholder ?? ''} ${field.nameAttribute ?? ''} ${field.id ?? ''}`;
	if (filtering.test(words)) return 'filter';
	return field.role === 'searchbox' || searching.test(words) ? 'search' : null;
}
