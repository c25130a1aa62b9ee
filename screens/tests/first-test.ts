import type {Project} from '../../contract/project.ts';

/** What to type for the first test of a project. */
export const firstTestLines = ({id, type}: Pick<Project, 'id' | 'type'>): readonly string[] => [
	'Press n to write one, or in a shell:',
	'',
	`export SVC_PROJECT_ID=${id}`,
	...(type === 'frontend'
		? [
				'svc test scaffold --type frontend --out plan.json',
				'svc test create --plan-from plan.json',
				'',
				'Or have plans proposed, out of what the site has:',
				'',
				'svc test plan propose --out plans',
				'svc test create-batch --plan-from-dir plans',
			]
		: [
				'svc test scaffold --type backend --out health.py',
				'svc test create --type backend --name health --code-file health.py',
			]),
];
