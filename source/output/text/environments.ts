import type {DeletedEnvironment, Environment} from '../../../contract/environment.ts';
import type {Page} from '../../../contract/fields.ts';
import {loginWord, loginWords} from '../../view-model/environment-words.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const columns: Column<Environment>[] = [
	{key: 'name', head: 'NAME', cell: one => one.name},
	{key: 'url', head: 'URL', cell: one => one.url},
	{key: 'default', head: 'DEFAULT', cell: one => (one.isDefault ? 'yes' : 'no')},
	{key: 'auth', head: 'AUTH', cell: loginWord},
	{key: 'vars', head: 'VARS', cell: one => one.variableCount},
	{key: 'updated', head: 'UPDATED', cell: one => one.updatedAt},
	{key: 'id', head: 'ID', cell: one => one.id, extra: true},
];

export const environments = (page: Page<Environment>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'environments', shape, look});

export function environment(one: Environment, _look: Look, {showVariables}: {showVariables: boolean}): string {
	const variables = Object.entries(one.variables ?? {});
	const before = labelBlock([
		['id', one.id],
		['name', one.name],
		['url', one.url],
		['default', one.isDefault],
		['auth', loginWords(one)],
		['username', one.username],
		['variables', one.variableCount ?? variables.length],
	]);
	const lines = showVariables ? variables.map(([key, value]) => `  ${cleanLine(`${key}=${value}`)}\n`).join('') : '';
	return before + lines + labelBlock([['updatedAt', one.updatedAt]]);
}

export const deletedEnvironment = ({name, deletedAt}: DeletedEnvironment): string =>
	labelBlock([
		['name', name],
		['deletedAt', deletedAt],
	]);
