import type {ProjectId} from '../../../contract/ids.ts';
import {literalPattern} from '../../domain/literal-pattern.ts';
import {sql} from 'kysely';
import type {SecretRule} from '../../domain/protect-execution.ts';
import {secretNameRule} from '../../domain/secret-names.ts';
import {readCleanupSettings} from '../cleanup/cleanup-settings.ts';
import type {Operand} from '../dialect/expressions.ts';
import type {Database} from '../database.ts';
import type {Sealing} from '../../domain/sealed-text.ts';

/**
 * What is a secret in the calls of a project: the names everybody has, what the project added and took away, and the
 * fields that its document marks `format: password` or `writeOnly`, for the calls of their endpoint.
 */
export async function readSecretRule(database: Database, projectId: ProjectId): Promise<SecretRule> {
	const {maskedFields} = await readCleanupSettings(database, projectId);
	const marked = await database
		.selectFrom('endpoints')
		.select(['method', 'path', 'base_path', 'request_shape', 'response_shape'])
		.where('project_id', '=', projectId)
		.where(({or, eb}) =>
			or([
				eb('request_shape', 'like', '%"writeOnly":true%'),
				eb('request_shape', 'like', '%"format":"password"%'),
				eb('response_shape', 'like', '%"format":"password"%'),
				eb('response_shape', 'like', '%"writeOnly":true%'),
			]),
		)
		.execute();
	const endpoints = marked.map(row => ({
		method: row.method.toUpperCase(),
		path: patternOf(row.path),
		names: new Set([row.request_shape, row.response_shape].flatMap(shape => markedNames(JSON.parse(shape)))),
	}));
	return {
		isSecret: secretNameRule(maskedFields),
		namesOf(method, url) {
			if (endpoints.length === 0 || !URL.canParse(url)) return null;
			const {pathname} = new URL(url);
			const found = endpoints.filter(one => one.method === method.toUpperCase() && one.path.test(pathname));
			return found.length === 0 ? null : new Set(found.flatMap(({names}) => [...names]));
		},
	};
}

/**
 * The rule of a project.
 *
 * @param stamp what `ruleStamp` says, where the caller has read it along with something else; absent: it is read here
 */
export type RuleOf = (database: Database, projectId: ProjectId, stamp?: string) => Promise<SecretRule>;

/** The rules of projects, read anew when their settings or endpoints have changed. */
export function createSecretRules(): RuleOf {
	const known = new Map<string, {stamp: string; rule: SecretRule}>();
	return async (database, projectId, read) => {
		const stamp = read ?? (await stampOf(database, projectId));
		const before = known.get(projectId);
		if (before?.stamp === stamp) return before.rule;
		const rule = await readSecretRule(database, projectId);
		if (known.size > 200) known.clear();
		known.set(projectId, {stamp, rule});
		return rule;
	};
}

async function stampOf(database: Database, projectId: ProjectId): Promise<string> {
	const {rows} = await sql<{stamp: string}>`select ${ruleStamp(projectId)} as stamp`.execute(database);
	return rows[0]?.stamp ?? '';
}

/** A text that changes with everything the rule of a project depends on. */
export const ruleStamp = (projectId: Operand) => sql<string>`(
	coalesce((select masked_fields from cleanup_settings where project_id = ${projectId}), '') || ' ' ||
	(select count(*) || ' ' || coalesce(max(updated_at), 0) || ' ' || coalesce(max(id), '')
		from endpoints where project_id = ${projectId}))`;

/** `/users/{userId}` at the end of an address: the service may stand below any path. */
const patternOf = (template: string): RegExp =>
	new RegExp(
		`${template
			.split(/\{[^{}]*\}/)
			.map(literalPattern)
			.join('[^/]+')}/?$`,
	);

/** Names of properties and parameters whose schema says that they are secret. */
function markedNames(shape: unknown): string[] {
	const names: string[] = [];
	const look = (value: unknown): void => {
		if (value === null || typeof value !== 'object') return;
		if (Array.isArray(value)) {
			for (const item of value) look(item);
			return;
		}
		const node = value as Record<string, unknown>;
		if (typeof node['name'] === 'string' && isMarked(node['schema'])) names.push(node['name']);
		const {properties} = node;
		if (properties !== null && typeof properties === 'object')
			for (const [name, schema] of Object.entries(properties)) if (isMarked(schema)) names.push(name);
		for (const part of Object.values(node)) look(part);
	};
	look(shape);
	return names;
}

const isMarked = (schema: unknown): boolean =>
	schema !== null &&
	typeof schema === 'object' &&
	((schema as {writeOnly?: unknown}).writeOnly === true || (schema as {format?: unknown}).format === 'password');

/** How secrets of recorded calls and captured values lie in the store: sealed, by the rule of their project. */
export type Protection = Sealing & {ruleOf: RuleOf};

/** The same for one transaction, which asks for the rule of a project once. */
export function protectionOnce(protection: Protection): Protection {
	const rules = new Map<string, Promise<SecretRule>>();
	return {
		...protection,
		ruleOf(database, projectId, stamp) {
			const known = rules.get(projectId) ?? protection.ruleOf(database, projectId, stamp);
			rules.set(projectId, known);
			return known;
		},
	};
}

export const createProtection = (sealing: Sealing): Protection => ({...sealing, ruleOf: createSecretRules()});
