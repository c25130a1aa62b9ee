import type {Chain, ChainPage, ChainStep} from '../../../contract/chain.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table, pageText} from '../table.ts';
import {bodyLines, withBelow} from './calls.ts';

const columns: Column<Chain>[] = [
	{key: 'chain', head: 'CHAIN', cell: chain => chain.chainId},
	{key: 'name', head: 'NAME', cell: chain => chain.name},
	{key: 'steps', head: 'STEPS', cell: chain => chain.steps.length},
	{key: 'status', head: 'STATUS', cell: chain => chain.label, status: true},
	{key: 'captures', head: 'CAPTURES', cell: chain => chain.captures.join(', ')},
];

export const chains = (page: ChainPage, look: Look): string =>
	pageText(page, {columns, things: 'chains', shape: {}, look});

const stepColumns: Column<ChainStep>[] = [
	{key: 'index', head: '#', cell: step => step.index},
	{key: 'method', head: 'METHOD', cell: step => step.method},
	{key: 'path', head: 'PATH', cell: step => step.path},
	{key: 'status', head: 'STATUS', cell: step => step.status, status: true},
	{key: 'produces', head: 'PRODUCES', cell: step => step.produces.join(', ')},
	{key: 'uses', head: 'USES', cell: ({uses}) => uses.map(usedText).join(', ')},
];

/** A value with where it comes from: a step of the chain, else a test. */
function usedText({name, fromStep, fromTitle}: ChainStep['uses'][number]): string {
	if (fromStep !== null) return `${name} (from step ${fromStep})`;
	return fromTitle === null ? name : `${name} (from ${fromTitle})`;
}

/** One chain with its steps. @param shape.bodies with what was sent and answered */
export function chain({chainId, name, label, error, steps}: Chain, look: Look, {bodies}: {bodies: boolean}): string {
	const head = labelBlock(
		[
			['chainId', chainId],
			['name', name],
			['status', label === null ? 'never run' : {status: label}],
			['error', error?.message],
		],
		look,
	);
	const rows = table(stepColumns, steps, {}, {look});
	const below = steps.map(
		({request, response}) =>
			bodyLines('>', request?.body ?? null, null, '   ') + bodyLines('<', response?.body ?? null, null, '   '),
	);
	return `${head}\n${bodies ? withBelow(rows, below) : rows}`;
}
