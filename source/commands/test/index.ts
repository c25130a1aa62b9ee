import type {Group} from '../tree.ts';

/** The commands of `svc test`. */
export const testCommands: Group = {
	section: 'Projects and tests',
	summary: 'Tests: create, run, wait for and read results',
	children: {
		list: {
			summary: 'List tests of a project, newest first',
			load: async () => (await import('./list.ts')).list,
		},
		get: {
			summary: 'Show one test with its declarations',
			load: async () => (await import('../test.ts')).get,
		},
		create: {
			summary: 'Create a test from Python or a plan, and run it if you like',
			load: async () => (await import('./create.ts')).create,
		},
		'create-batch': {
			summary: 'Create up to 50 frontend tests from plans, and run them if you like',
			load: async () => (await import('./create-batch.ts')).createBatch,
		},
		update: {
			summary: 'Change name, description or declarations of a test',
			load: async () => (await import('./update.ts')).update,
		},
		delete: {
			summary: 'Delete a test',
			load: async () => (await import('../test.ts')).deleteCommand,
		},
		'delete-batch': {
			summary: 'Delete several tests',
			load: async () => (await import('./delete-batch.ts')).deleteBatch,
		},
		scaffold: {
			summary: 'Print a frontend plan or a Python test to start from',
			load: async () => (await import('./scaffold.ts')).scaffold,
		},
		refine: {
			summary: 'Change a test in words, or ask about it',
			load: async () => (await import('./refine.ts')).refine,
		},
		lint: {
			summary: 'Check plans, steps files and Python tests without network',
			load: async () => (await import('./lint.ts')).lint,
		},
		run: {
			summary: 'Run one test, several, or a whole project in dependency order',
			load: async () => (await import('./run.ts')).run,
		},
		wait: {
			summary: 'Wait until runs have ended',
			load: async () => (await import('./wait.ts')).wait,
		},
		rerun: {
			summary: 'Run tests again, backend tests with everything they depend on',
			load: async () => (await import('./rerun.ts')).rerun,
		},
		flaky: {
			summary: 'Run a test several times and say how stable it is',
			load: async () => (await import('./flaky.ts')).flaky,
		},
		cancel: {
			summary: 'Stop runs',
			load: async () => (await import('./cancel.ts')).cancel,
		},
		result: {
			summary: 'Show the latest result of a test, or its history',
			load: async () => (await import('./result.ts')).result,
		},
		steps: {
			summary: 'List the steps of a test over its runs, or of one run',
			load: async () => (await import('./steps.ts')).steps,
		},
		heal: {
			summary: 'Repairs that reruns of a frontend test have made',
			fallback: 'list',
			children: {
				list: {
					summary: 'List repairs, newest first',
					load: async () => (await import('./heal/list.ts')).list,
				},
				accept: {
					summary: 'Write repairs into the script of the test',
					load: async () => (await import('./heal/decide.ts')).accept,
				},
				refuse: {
					summary: 'Refuse repairs: they are never made again',
					load: async () => (await import('./heal/decide.ts')).refuse,
				},
			},
		},
		diff: {
			summary: 'Compare two runs',
			load: async () => (await import('./diff.ts')).diff,
		},
		open: {
			summary: 'Open a test or run in the browser',
			load: async () => (await import('./open.ts')).open,
		},
		failure: {
			summary: 'Why a test failed',
			fallback: 'get',
			children: {
				get: {
					summary: 'Write the failure bundle of the latest failing run',
					load: async () => (await import('./failure/get.ts')).get,
				},
				summary: {
					summary: 'Likely cause and what to look at first, on one screen',
					load: async () => (await import('./failure/summary.ts')).summary,
				},
			},
		},
		artifact: {
			summary: 'What a run left behind',
			fallback: 'get',
			children: {
				get: {
					summary: 'Write the failure bundle of one run',
					load: async () => (await import('./artifact/get.ts')).get,
				},
			},
		},
		code: {
			summary: 'The source of a test',
			children: {
				get: {
					summary: 'Print the source, or write it to a file',
					load: async () => (await import('./code/get.ts')).get,
				},
				put: {
					summary: 'Replace the source',
					load: async () => (await import('./code/put.ts')).put,
				},
			},
		},
		plan: {
			summary: 'Make the plan of an API; propose plans for a website; replace the steps of a frontend test',
			children: {
				generate: {
					summary: 'Make the plan out of what is known of the API; free, and nothing is called',
					load: async () => (await import('./plan/generate.ts')).generate,
				},
				propose: {
					summary: 'Read a website by its links and propose plans for it; nothing is pressed or sent',
					load: async () => (await import('./plan/propose.ts')).propose,
				},
				put: {
					summary: 'Replace the steps',
					load: async () => (await import('./plan/put.ts')).put,
				},
			},
		},
	},
};
