import {describe, expect, it} from 'vitest';
import {idsOf, notesWithPlaces, withKnownPlaces, withPlacesTold} from '../../../source/commands/known-places.ts';
import {ApiError} from '../../../source/errors/api-error.ts';

const error = (nextAction: string, details = {}) =>
	new ApiError('NOT_FOUND', 'It is not there.', {nextAction, details});
const ready = (nextAction: string, ids = {}, details = {}) =>
	withPlacesTold(withKnownPlaces(error(nextAction, details), ids)).nextAction;

describe('a next step', () => {
	it('holds the ids that the command line names', () => {
		const ids = idsOf({projectId: 'prj_1', testIds: ['tst_1'], runId: 'run_1'});
		expect(ready('See: svc test list --project <project-id>', ids)).toBe('See: svc test list --project prj_1');
		expect(ready('svc test code get <test-id>', ids)).toBe('svc test code get tst_1');
		expect(ready('svc test wait <run-id>', ids)).toBe('svc test wait run_1');
	});

	it('means none of several', () => {
		expect(idsOf({testIds: ['tst_1', 'tst_2'], runIds: ['run_1', 'run_2']})).toEqual({});
	});

	it('says of each place that only its reader can fill what belongs there, once', () => {
		const step = 'Store one: svc project update <project-id> --username <account> --password-file <password-file>';
		const told = `${step.replace('<project-id>', 'prj_1')} (<account>: the name to sign in with; <password-file>: a file with the password alone)`;
		expect(ready(step, {project: 'prj_1'})).toBe(told);
		expect(ready(told)).toBe(told);
	});

	it('does not send its reader to the thing that is not there', () => {
		const details = {resource: 'project', id: 'prj_1'};
		expect(ready('svc test list --project <project-id>', {project: 'prj_1'}, details)).toBe(
			'svc test list --project <project-id> (<project-id>: see svc project list)',
		);
	});

	it('leaves places alone that stand in no command', () => {
		const step = 'Argument `<test-id>` is missing. See `svc test get --help`.';
		expect(ready(step, {test: 'tst_1'})).toBe(step);
	});
});

it('a hint is made ready in the same way', () => {
	const said: string[] = [];
	const notes = notesWithPlaces({say: (_kind, text) => said.push(text), line: text => said.push(text)}, () => ({
		project: 'my shop',
	}));
	notes.say('hint', 'svc endpoint add --project <project-id> --method DELETE --path /users');
	notes.say('warn', 'it has no URL: svc project update prj_1 --url <url>');
	expect(said).toEqual([
		"svc endpoint add --project 'my shop' --method DELETE --path /users",
		'it has no URL: svc project update prj_1 --url <url> (<url>: the address of what is tested)',
	]);
});
