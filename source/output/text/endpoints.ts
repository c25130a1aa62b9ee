import type {ChangedEndpoint, DeletedEndpoint, Endpoint} from '../../../contract/endpoint.ts';
import type {Page} from '../../../contract/fields.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const authOf = ({auth: {required, authType}}: Endpoint) => authType ?? (required ? 'required' : null);

const columns: Column<Endpoint>[] = [
	{key: 'id', head: 'ID', cell: endpoint => endpoint.endpointId},
	{key: 'method', head: 'METHOD', cell: endpoint => endpoint.method},
	{key: 'path', head: 'PATH', cell: endpoint => endpoint.path},
	{key: 'family', head: 'FAMILY', cell: endpoint => endpoint.family},
	{key: 'auth', head: 'AUTH', cell: authOf},
	{key: 'confirmed', head: 'CONFIRMED', cell: endpoint => (endpoint.confirmed ? 'yes' : endpoint.unconfirmedReason)},
	{key: 'rows', head: 'ROWS', cell: endpoint => endpoint.planRows},
];

export const endpoints = (page: Page<Endpoint>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'endpoints', shape, look});

export const endpoint = (one: Endpoint): string =>
	labelBlock([
		['id', one.endpointId],
		['method', one.method],
		['path', one.path],
		['family', one.family],
		['auth', authOf(one)],
		['confirmed', one.confirmed],
		['rows', one.planRows],
		['deletedBy', one.deleteEndpointId],
	]);

/** An endpoint, and what its change makes of tests. */
export function changedEndpoint(one: ChangedEndpoint): string {
	const {changeSet} = one;
	if (changeSet === null) return endpoint(one);
	const {changeSetId, status, changed, errorMessage} = changeSet;
	const rows = [
		['changeSet', changeSetId],
		['tests', `${changed} changed, ${status}`],
		['error', errorMessage],
	] as const;
	return endpoint(one) + labelBlock(rows);
}

export const deletedEndpoint = ({endpointId, deletedAt}: DeletedEndpoint): string =>
	labelBlock([
		['endpointId', endpointId],
		['deletedAt', deletedAt],
	]);
