import type {Environment} from '../contract/environment.ts';
import {loginWord} from '../source/view-model/environment-words.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge} from '../source/terminal/durations.ts';
import type {CellsOf} from './cell-row.tsx';

type EnvironmentColumn = 'name' | 'url' | 'auth' | 'variables' | 'when';

/** Where the width does not do, columns go in this order: age, who logs in. */
export const environmentColumns: readonly Column<EnvironmentColumn>[] = [
	{key: 'name', title: 'ENVIRONMENT', width: 20, holdsNames: true},
	{key: 'url', title: 'URL', width: 16, isFlexible: true},
	{key: 'auth', title: 'AUTH', width: 8, drop: 2},
	{key: 'variables', title: 'VARS', width: 4, align: 'right'},
	{key: 'when', title: 'CHANGED', width: 7, align: 'right', drop: 1},
];

export const environmentCells: CellsOf<Environment, EnvironmentColumn> = (one, {glyphs, now}) => ({
	name: [
		{text: cleanLine(one.name), role: 'title'},
		...(one.isDefault ? [{text: ` ${glyphs.separator} default`, role: 'muted' as const}] : []),
	],
	url: [{text: cleanLine(one.url ?? ''), role: 'muted'}],
	auth: [{text: cleanLine(loginWord(one))}],
	variables: [{text: String(one.variableCount ?? Object.keys(one.variables ?? {}).length)}],
	when: [{text: formatAge(Date.parse(one.updatedAt), now), role: 'muted'}],
});
