import {patternCode, quoted} from './code-text.ts';
import {recordRoles} from './records.ts';

/** Cells in the order of the document: the first of a row may be its heading. */
const cells = ['td', 'th', ...['cell', 'gridcell', 'rowheader', 'columnheader'].map(role => `[role=${role}]`)].join(
	', ',
);
/** The cell under that column. */
export const cellCode = (row: string) => `${row}.locator(${quoted(cells)}).nth(column)`;

/** The table with that column, which also has these texts, and the place of the column in its rows. */
export function columnLines(column: string, texts: readonly string[] = []): string[] {
	const head = `page.getByRole('columnheader').filter({hasText: ${patternCode(column)}})`;
	const having = texts.map(text => `.filter({hasText: ${text}})`).join('');
	return [
		`const table = page.locator('table, [role=table], [role=grid], [role=treegrid]').filter({has: ${head}})${having}.last();`,
		'await table.waitFor();',
		`const heads = table.getByRole('row').filter({has: ${head}}).first();`,
		`const column = (await heads.locator(${quoted(cells)}).allInnerTexts()).findIndex(name => ${patternCode(column)}.test(name));`,
	];
}

export const rowsOfTable = `table.${recordRoles['table']}`;
