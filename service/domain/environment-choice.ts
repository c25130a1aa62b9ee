import type {ProjectId} from '../../contract/ids.ts';
import {ServiceError} from './service-error.ts';

/** An environment of a project as a trigger sees it. */
export type KnownEnvironment = {id: string; name: string; url: string | null; isDefault: boolean};

/** Environment of an earlier run; without an id: the run is older than environments. */
type EarlierEnvironment = {id: string | null; name: string | null};

/** What a trigger asks for. `as_before`: that of the runs it repeats. */
export type EnvironmentWish = {readonly name: string} | 'default' | 'as_before';

/** A name as it is compared: "unique without regard to case". */
export const environmentKey = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * The environment of a batch in one project: the one that is named, else that of the runs it repeats, else the default
 * one. Throws when it is not clear: tests that change data must not reach another server than the one that is meant.
 */
export function chooseEnvironment(
	projectId: ProjectId,
	known: readonly KnownEnvironment[],
	wish: EnvironmentWish,
	earlier: readonly EarlierEnvironment[] = [],
): KnownEnvironment {
	const standard = known.find(({isDefault}) => isDefault)!;
	if (wish === 'default') return standard;
	if (wish !== 'as_before') {
		const found = known.find(({name}) => environmentKey(name) === environmentKey(wish.name));
		if (!found) throw unknownEnvironment(projectId, known, wish.name);
		return found;
	}
	const ids = [...new Set(earlier.map(({id}) => id ?? standard.id))];
	if (ids.length > 1) throw several(known, ids);
	const [id = standard.id] = ids;
	const found = known.find(one => one.id === id);
	if (!found) throw goneEnvironment(known, earlier.find(one => one.id === id)?.name ?? null);
	return found;
}

/** "Unknown environment": names those that exist and the command that creates it. */
export function unknownEnvironment(
	projectId: ProjectId,
	known: ReadonlyArray<Pick<KnownEnvironment, 'name'>>,
	name: string,
	field = 'environment',
): ServiceError {
	const names = known.map(one => one.name);
	return new ServiceError(
		'VALIDATION_ERROR',
		`The project has no environment "${name}". It has: ${names.join(', ')}.`,
		{
			nextAction: createEnvironment(projectId, name),
			details: {field, reason: 'unknown', accepted: names},
		},
	);
}

/** The next step where a project has no environment of that name. */
export const createEnvironment = (projectId: ProjectId, name: string): string =>
	`Create it: svc project env create ${projectId} ${quoted(name)} --url <url>`;

const goneEnvironment = (known: readonly KnownEnvironment[], name: string | null) => {
	const names = known.map(one => one.name);
	const said = name === null ? 'The environment of the earlier run' : `The environment "${name}" of the earlier run`;
	return new ServiceError('VALIDATION_ERROR', `${said} does not exist any more.`, {
		nextAction: `Name one that exists: --env ${names.map(quoted).join(' | ')}`,
		details: {field: 'environment', reason: 'unknown', accepted: names},
	});
};

function several(known: readonly KnownEnvironment[], ids: readonly string[]): ServiceError {
	const names = known.filter(({id}) => ids.includes(id)).map(one => one.name);
	const said = names.length > 1 ? `: ${names.join(', ')}` : '';
	return new ServiceError('VALIDATION_ERROR', `These tests last ran in different environments${said}.`, {
		nextAction: `Name the one to run in: --env ${known.map(({name}) => quoted(name)).join(' | ')}`,
		details: {field: 'environment', reason: 'required', accepted: known.map(({name}) => name)},
	});
}

/** A word of a command line. */
const quoted = (name: string): string => (/^[\w.@%+:,/-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
