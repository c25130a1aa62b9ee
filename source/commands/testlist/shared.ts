import type {TestListInput} from '../../../contract/test-list.ts';
import {refusedFlag} from '../../errors/usage-error.ts';
import {id} from '../argument.ts';
import {texts} from '../flag.ts';

export const listArgument = (summary: string) => id('list-id', summary);

export const projectEnvFlag = texts('Environment for the tests of a project', {
	placeholder: '<project-id>:<env>',
	pattern: /^[^:]+:.{1,64}$/u,
	patternText: 'must be <project-id>:<environment>, the name at most 64 characters',
});

/** `<project-id>:<env>` of every occurrence; a project can have one environment only. */
export function projectEnvironments(given: readonly string[]): NonNullable<TestListInput['projectEnvironments']> {
	const pairs = given.map(one => {
		const colon = one.indexOf(':');
		return {projectId: one.slice(0, colon).trim(), environmentName: one.slice(colon + 1).trim()};
	});
	if (pairs.some(({projectId, environmentName}) => projectId === '' || environmentName === ''))
		throw refusedFlag('project-env', {reason: 'blank', text: 'must name a project and an environment'});
	if (new Set(pairs.map(({projectId}) => projectId)).size < pairs.length)
		throw refusedFlag('project-env', {reason: 'duplicate', text: 'names a project twice'});
	return pairs;
}
