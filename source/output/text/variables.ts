import type {Variable, VariablePage} from '../../../contract/variable.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const previewLength = 40;

const columnsOf = (full: boolean): Column<Variable>[] => [
	{key: 'tag', head: 'TAG', cell: variable => variable.tag},
	{key: 'name', head: 'DYNAMIC VARIABLE', cell: variable => variable.name},
	{key: 'value', head: 'VALUE', cell: ({value, state}) => (value === null ? stateText(state) : cut(value, full))},
	{key: 'source', head: 'SOURCE', cell: ({source}) => source?.title},
	{key: 'used-by', head: 'USED BY', cell: ({usedBy}) => usedBy.map(({title}) => title).join(', ')},
	{key: 'deleted-by', head: 'DELETED BY', cell: deletedBy},
];

/** A value that is not there yet, or never will be, says so. */
const stateText = (state: string): string => `(${state})`;

/** The length of a value that is cut stands behind it. */
function cut(value: string, full: boolean): string {
	const characters = full ? [] : [...value];
	return characters.length > previewLength ? `${characters.slice(0, previewLength - 1).join('')}…` : value;
}

function deletedBy({deletedBy: test, cleanupOutcome}: Variable): string | null {
	if (test) return `${test.title} (${test.status})`;
	if (cleanupOutcome === 'gone') return 'gone';
	return cleanupOutcome === 'orphaned' ? 'Might be orphaned' : null;
}

/** The named values of a batch. @param shape.full do not cut values to 40 characters */
export const variables = ({items}: VariablePage, look: Look, {full}: {full: boolean}): string =>
	items.length === 0 ? 'No variables.\n' : table(columnsOf(full), items, {}, {look});
