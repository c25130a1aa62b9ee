import {describe, expect, it} from 'vitest';
import {fillPlaces, tellPlaces} from '../../../source/view-model/places.ts';

describe('places of a command', () => {
	it('are filled where their value is known, as words of a shell', () => {
		expect(fillPlaces('Run svc test list --project <project-id>', {'project-id': "a b's"})).toBe(
			"Run svc test list --project 'a b'\\''s'",
		);
		expect(fillPlaces('A <name> of svc project get <project-id>', {name: 'x'})).toBe(
			'A <name> of svc project get <project-id>',
		);
	});

	it('are told with a command of the same project', () => {
		expect(tellPlaces('svc plan edit <row-id> --title "…" --project prj_1')).toBe(
			'svc plan edit <row-id> --title "…" --project prj_1 (<row-id>: see svc plan list --project prj_1)',
		);
		expect(tellPlaces('svc project env set-default prj_1 <environment>')).toBe(
			'svc project env set-default prj_1 <environment> (<environment>: see svc project env list prj_1)',
		);
	});

	it('are told with a command of the project of the folder where none is named', () => {
		expect(tellPlaces('svc test run <test-id>')).toBe('svc test run <test-id> (<test-id>: see svc test list)');
	});
});
