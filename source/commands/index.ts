import type {Group} from './tree.ts';

/** Every command of `svc` in the order of help. A command is loaded only when it is run or asked about. */
export const commands: Group = {
	summary: 'Test an API or a website from your terminal and understand what broke.',
	topics: {runtime: 'How a test of an API is written: what it is given, order, limits, what is recorded'},
	children: {
		setup: {
			section: 'Start',
			summary: 'Store an API key, or start the service on this machine and use it',
			load: async () => (await import('./setup.ts')).setup,
		},
		init: {
			section: 'Start',
			summary: 'Set up as svc setup does, and name the project of this folder',
			load: async () => (await import('./init.ts')).init,
		},
		doctor: {
			section: 'Start',
			summary: 'Check client, credentials, service and runtimes',
			load: async () => (await import('./doctor.ts')).doctor,
		},
		try: {
			section: 'Start',
			summary: 'From an API or its document to tests that run, in one command',
			load: async () => (await import('./try.ts')).tryCommand,
		},
		auth: {
			section: 'Start',
			summary: 'Who you are to the service',
			children: {
				status: {
					summary: 'Show the account, the key and its scopes',
					aliases: ['whoami'],
					load: async () => (await import('./auth.ts')).status,
				},
				remove: {
					summary: 'Delete the stored credentials of the profile',
					load: async () => (await import('./auth.ts')).remove,
				},
			},
		},
		project: {
			section: 'Projects and tests',
			summary: 'Projects: named containers of tests of one type, with a target URL',
			children: {
				list: {
					summary: 'List projects, newest first',
					load: async () => (await import('./project.ts')).list,
				},
				get: {
					summary: 'Show one project',
					load: async () => (await import('./project.ts')).get,
				},
				create: {
					summary: 'Create a project',
					load: async () => (await import('./project/create.ts')).create,
				},
				update: {
					summary: 'Change a project',
					load: async () => (await import('./project/update.ts')).update,
				},
				delete: {
					summary: 'Delete a project and everything in it',
					load: async () => (await import('./project.ts')).deleteCommand,
				},
				credential: {
					summary: 'Set the credential that backend runs are given',
					load: async () => (await import('./project/credential.ts')).credential,
				},
				'auto-auth': {
					summary: 'Have a fresh token fetched for every backend run',
					load: async () => (await import('./project/auto-auth.ts')).autoAuth,
				},
				cleanup: {
					summary: 'Cleanup of a project: rules, settings, and where handles stand',
					fallback: 'rules',
					children: {
						rules: {
							summary: 'What is kept, in which order records are deleted, and whether cleanup asks first',
							load: async () => (await import('./project/cleanup/rules.ts')).rules,
						},
						handle: {
							summary: 'Say which value of a call names the record that it creates',
							load: async () => (await import('./project/cleanup/handle.ts')).handle,
						},
					},
				},
				env: {
					summary: 'Environments: named targets with their accounts and variables',
					children: {
						list: {
							summary: 'List environments, the default one first',
							load: async () => (await import('./project/env.ts')).list,
						},
						get: {
							summary: 'Show one environment',
							load: async () => (await import('./project/env.ts')).get,
						},
						create: {
							summary: 'Create an environment',
							load: async () => (await import('./project/env/create.ts')).create,
						},
						update: {
							summary: 'Change address, name, account or variables of an environment',
							load: async () => (await import('./project/env/update.ts')).update,
						},
						delete: {
							summary: 'Delete an environment',
							load: async () => (await import('./project/env.ts')).deleteCommand,
						},
						'set-default': {
							summary: 'Choose the environment that runs use unless they name another one',
							load: async () => (await import('./project/env.ts')).setDefault,
						},
					},
				},
				mask: {
					summary: 'Names of fields whose values are masked',
					load: async () => (await import('./project/mask.ts')).mask,
				},
				docs: {
					summary: 'Documents: descriptions of the API, and requirements',
					children: {
						upload: {
							summary: 'Upload a document',
							load: async () => (await import('./project/docs/upload.ts')).upload,
						},
						list: {
							summary: 'List documents, newest first',
							load: async () => (await import('./project/docs.ts')).list,
						},
						delete: {
							summary: 'Delete a document',
							load: async () => (await import('./project/docs.ts')).deleteCommand,
						},
					},
				},
			},
		},
		test: {
			section: 'Projects and tests',
			summary: 'Tests: create, run, wait for and read results',
			children: {
				list: {
					summary: 'List tests of a project, newest first',
					load: async () => (await import('./test/list.ts')).list,
				},
				get: {
					summary: 'Show one test with its declarations',
					load: async () => (await import('./test.ts')).get,
				},
				create: {
					summary: 'Create a test from Python or a plan, and run it if you like',
					load: async () => (await import('./test/create.ts')).create,
				},
				'create-batch': {
					summary: 'Create up to 50 frontend tests from plans, and run them if you like',
					load: async () => (await import('./test/create-batch.ts')).createBatch,
				},
				update: {
					summary: 'Change name, description or declarations of a test',
					load: async () => (await import('./test/update.ts')).update,
				},
				delete: {
					summary: 'Delete a test',
					load: async () => (await import('./test.ts')).deleteCommand,
				},
				'delete-batch': {
					summary: 'Delete several tests',
					load: async () => (await import('./test/delete-batch.ts')).deleteBatch,
				},
				scaffold: {
					summary: 'Print a frontend plan or a Python test to start from',
					load: async () => (await import('./test/scaffold.ts')).scaffold,
				},
				refine: {
					summary: 'Change a test in words, or ask about it',
					load: async () => (await import('./test/refine.ts')).refine,
				},
				lint: {
					summary: 'Check plans, steps files and Python tests without network',
					load: async () => (await import('./test/lint.ts')).lint,
				},
				run: {
					summary: 'Run one test, several, or a whole project in dependency order',
					load: async () => (await import('./test/run.ts')).run,
				},
				wait: {
					summary: 'Wait until runs have ended',
					load: async () => (await import('./test/wait.ts')).wait,
				},
				rerun: {
					summary: 'Run tests again, backend tests with everything they depend on',
					load: async () => (await import('./test/rerun.ts')).rerun,
				},
				flaky: {
					summary: 'Run a test several times and say how stable it is',
					load: async () => (await import('./test/flaky.ts')).flaky,
				},
				cancel: {
					summary: 'Stop runs',
					load: async () => (await import('./test/cancel.ts')).cancel,
				},
				result: {
					summary: 'Show the latest result of a test, or its history',
					load: async () => (await import('./test/result.ts')).result,
				},
				steps: {
					summary: 'List the steps of a test over its runs, or of one run',
					load: async () => (await import('./test/steps.ts')).steps,
				},
				heal: {
					summary: 'Repairs that reruns of a frontend test have made',
					fallback: 'list',
					children: {
						list: {
							summary: 'List repairs, newest first',
							load: async () => (await import('./test/heal/list.ts')).list,
						},
						accept: {
							summary: 'Write repairs into the script of the test',
							load: async () => (await import('./test/heal/decide.ts')).accept,
						},
						refuse: {
							summary: 'Refuse repairs: they are never made again',
							load: async () => (await import('./test/heal/decide.ts')).refuse,
						},
					},
				},
				diff: {
					summary: 'Compare two runs',
					load: async () => (await import('./test/diff.ts')).diff,
				},
				open: {
					summary: 'Open a test or run in the browser',
					load: async () => (await import('./test/open.ts')).open,
				},
				failure: {
					summary: 'Why a test failed',
					fallback: 'get',
					children: {
						get: {
							summary: 'Write the failure bundle of the latest failing run',
							load: async () => (await import('./test/failure/get.ts')).get,
						},
						summary: {
							summary: 'Likely cause and what to look at first, on one screen',
							load: async () => (await import('./test/failure/summary.ts')).summary,
						},
					},
				},
				artifact: {
					summary: 'What a run left behind',
					fallback: 'get',
					children: {
						get: {
							summary: 'Write the failure bundle of one run',
							load: async () => (await import('./test/artifact/get.ts')).get,
						},
					},
				},
				code: {
					summary: 'The source of a test',
					children: {
						get: {
							summary: 'Print the source, or write it to a file',
							load: async () => (await import('./test/code/get.ts')).get,
						},
						put: {
							summary: 'Replace the source',
							load: async () => (await import('./test/code/put.ts')).put,
						},
					},
				},
				plan: {
					summary: 'Make the plan of an API; propose plans for a website; replace the steps of a frontend test',
					children: {
						generate: {
							summary: 'Make the plan out of what is known of the API; free, and nothing is called',
							load: async () => (await import('./test/plan/generate.ts')).generate,
						},
						propose: {
							summary: 'Read a website by its links and propose plans for it; nothing is pressed or sent',
							load: async () => (await import('./test/plan/propose.ts')).propose,
						},
						put: {
							summary: 'Replace the steps',
							load: async () => (await import('./test/plan/put.ts')).put,
						},
					},
				},
			},
		},
		batch: {
			section: 'Projects and tests',
			summary: 'Batches: everything one trigger started, with waves and cleanup',
			children: {
				list: {
					summary: 'List batches of a project, newest first',
					load: async () => (await import('./batch.ts')).list,
				},
				get: {
					summary: 'Show a batch and its members',
					load: async () => (await import('./batch.ts')).get,
				},
				watch: {
					summary: 'Follow a batch until it is done, cleanup included',
					load: async () => (await import('./batch/watch.ts')).watch,
				},
				variables: {
					summary: 'Show the named values of a run: who made, used and deletes them',
					load: async () => (await import('./batch/variables.ts')).variables,
				},
				calls: {
					summary: 'Show every recorded call of a run by endpoint',
					load: async () => (await import('./batch.ts')).calls,
				},
				chains: {
					summary: 'Show the chains of a run, or run them again',
					load: async () => (await import('./batch/chains.ts')).chains,
				},
				cleanup: {
					summary: 'Show what a run created and what became of it; dismiss orphans, retry',
					load: async () => (await import('./batch/cleanup.ts')).cleanup,
				},
				cancel: {
					summary: 'Stop queued and running members; cleanup still runs',
					load: async () => (await import('./batch.ts')).cancel,
				},
			},
		},
		endpoint: {
			section: 'Projects and tests',
			summary: 'Endpoints of the API under test',
			children: {
				list: {
					summary: 'List endpoints by family, path and method',
					load: async () => (await import('./endpoint.ts')).list,
				},
				add: {
					summary: 'Add an endpoint by hand',
					load: async () => (await import('./endpoint.ts')).add,
				},
				edit: {
					summary: 'Give an example body, or change what is known of an endpoint',
					load: async () => (await import('./endpoint/edit.ts')).edit,
				},
				discover: {
					summary: 'Read the endpoints out of the documents of the project',
					load: async () => (await import('./endpoint/discover.ts')).discover,
				},
				edges: {
					summary: 'Show where requests take their values from',
					load: async () => (await import('./endpoint/edges.ts')).edges,
				},
				pin: {
					summary: 'Say which endpoint feeds a place of a request',
					load: async () => (await import('./endpoint/pin.ts')).pin,
				},
				unpin: {
					summary: 'Take a pin, a cut or a name back',
					load: async () => (await import('./endpoint/pin.ts')).unpin,
				},
				cut: {
					summary: 'Feed a place of a request from no endpoint',
					load: async () => (await import('./endpoint/cut.ts')).cut,
				},
				rename: {
					summary: 'Rename a value that travels between endpoints',
					load: async () => (await import('./endpoint/rename.ts')).rename,
				},
				remove: {
					summary: 'Take an endpoint off the list',
					load: async () => (await import('./endpoint.ts')).remove,
				},
			},
		},
		finding: {
			section: 'Projects and tests',
			summary: 'Findings: where the API and its description differ',
			children: {
				list: {
					summary: 'List findings, open ones first',
					load: async () => (await import('./finding/list.ts')).list,
				},
				show: {
					summary: 'Show one finding with its evidence',
					load: async () => (await import('./finding/show.ts')).show,
				},
				accept: {
					summary: 'The API is right: take over what it does',
					load: async () => (await import('./finding/decide.ts')).accept,
				},
				fail: {
					summary: 'The document is right: be red until one of the two changes',
					load: async () => (await import('./finding/decide.ts')).fail,
				},
				mute: {
					summary: 'Hide a finding',
					load: async () => (await import('./finding/decide.ts')).mute,
				},
				reopen: {
					summary: 'Take a decision back',
					load: async () => (await import('./finding/decide.ts')).reopen,
				},
			},
		},
		plan: {
			section: 'Projects and tests',
			summary: 'The plan of a project: what would be tested, row by row',
			children: {
				list: {
					summary: 'Show the rows by category, and why endpoints have none',
					load: async () => (await import('./plan.ts')).list,
				},
				tick: {
					summary: 'Tick rows: they become tests',
					load: async () => (await import('./plan/tick.ts')).tick,
				},
				untick: {
					summary: 'Untick rows: they become no tests',
					load: async () => (await import('./plan/tick.ts')).untick,
				},
				edit: {
					summary: 'Change title, texts, category or priority of a row',
					load: async () => (await import('./plan/edit.ts')).edit,
				},
				add: {
					summary: 'Add rows in words: one for every endpoint that is meant',
					load: async () => (await import('./plan.ts')).add,
				},
				refine: {
					summary: 'Change rows in words; see what would change, apply or discard it',
					load: async () => (await import('./plan/refine.ts')).refine,
				},
				settle: {
					summary: 'Find bodies that the API accepts where it refuses what was planned',
					load: async () => (await import('./plan/settle.ts')).settle,
				},
				changes: {
					summary: 'Show change sets: what words, runs, findings and edges change',
					load: async () => (await import('./plan.ts')).changes,
				},
				undo: {
					summary: 'Take back what was changed last, or a change set and all later ones',
					load: async () => (await import('./plan.ts')).undo,
				},
				generate: {
					summary: 'Lock the plan and make tests of its ticked rows',
					load: async () => (await import('./plan/generate.ts')).generate,
				},
			},
		},
		schedule: {
			section: 'Projects and tests',
			summary: 'Schedules: projects and test lists, run on a schedule',
			children: {
				list: {
					summary: 'List schedules, newest first',
					load: async () => (await import('./schedule.ts')).list,
				},
				get: {
					summary: 'Show a schedule',
					load: async () => (await import('./schedule.ts')).get,
				},
				create: {
					summary: 'Run a project or a test list on a schedule',
					load: async () => (await import('./schedule/create.ts')).create,
				},
				update: {
					summary: 'Change, pause or resume a schedule',
					load: async () => (await import('./schedule/update.ts')).update,
				},
				delete: {
					summary: 'Delete a schedule; its batches stay',
					load: async () => (await import('./schedule.ts')).deleteCommand,
				},
				run: {
					summary: 'Run a schedule now',
					load: async () => (await import('./schedule.ts')).run,
				},
				runs: {
					summary: 'List the runs of a schedule',
					load: async () => (await import('./schedule.ts')).runs,
				},
			},
		},
		testlist: {
			section: 'Projects and tests',
			summary: 'Test lists: tests of any project, to be run together',
			children: {
				list: {
					summary: 'List test lists, newest first',
					load: async () => (await import('./testlist.ts')).list,
				},
				get: {
					summary: 'Show a list with its tests',
					load: async () => (await import('./testlist.ts')).get,
				},
				create: {
					summary: 'Create a list',
					load: async () => (await import('./testlist.ts')).create,
				},
				update: {
					summary: 'Rename a list or choose environments',
					load: async () => (await import('./testlist.ts')).update,
				},
				add: {
					summary: 'Add tests to a list',
					load: async () => (await import('./testlist.ts')).add,
				},
				remove: {
					summary: 'Take tests off a list',
					load: async () => (await import('./testlist.ts')).remove,
				},
				delete: {
					summary: 'Delete a list; the tests stay',
					load: async () => (await import('./testlist.ts')).deleteCommand,
				},
				run: {
					summary: 'Run the tests of a list as one batch',
					load: async () => (await import('./testlist/run.ts')).run,
				},
			},
		},
		usage: {
			section: 'Start',
			summary: 'Credits, plan and cost per run',
			load: async () => (await import('./usage.ts')).usage,
			aliases: ['credits'],
		},
		ui: {
			section: 'Projects and tests',
			summary: 'Open the dashboard',
			load: async () => (await import('./ui.ts')).ui,
		},
		keys: {
			section: 'A team',
			summary: 'API keys of the account',
			children: {
				list: {
					summary: 'List keys, newest first',
					load: async () => (await import('./keys.ts')).list,
				},
				create: {
					summary: 'Make a key',
					load: async () => (await import('./keys.ts')).create,
				},
				revoke: {
					summary: 'Revoke a key',
					load: async () => (await import('./keys.ts')).revoke,
				},
			},
		},
		admin: {
			section: 'A team',
			summary: 'Accounts, members and what was changed',
			children: {
				init: {
					summary: 'Make the first account and key of an empty service',
					load: async () => (await import('./admin/init.ts')).init,
				},
				account: {
					summary: 'Accounts of the service, each with projects of its own',
					children: {
						list: {
							summary: 'List accounts, newest first',
							load: async () => (await import('./admin/account.ts')).list,
						},
						create: {
							summary: 'Make an account with its first owner and key',
							load: async () => (await import('./admin/account.ts')).create,
						},
						disable: {
							summary: 'Stop every key of an account',
							load: async () => (await import('./admin/account.ts')).disable,
						},
						enable: {
							summary: 'Let the keys of a disabled account work again',
							load: async () => (await import('./admin/account.ts')).enable,
						},
						delete: {
							summary: 'Delete a disabled account with everything in it',
							load: async () => (await import('./admin/account.ts')).deleteCommand,
						},
					},
				},
				member: {
					summary: 'Who works in the account, and what each may do',
					children: {
						list: {
							summary: 'List members, newest first',
							load: async () => (await import('./admin/member.ts')).list,
						},
						add: {
							summary: 'Add a member with a role and a key',
							load: async () => (await import('./admin/member.ts')).add,
						},
						role: {
							summary: 'Give a member another role',
							load: async () => (await import('./admin/member.ts')).role,
						},
						remove: {
							summary: 'Remove a member with the keys of that member',
							load: async () => (await import('./admin/member.ts')).remove,
						},
					},
				},
				'rotate-key': {
					summary: 'Encrypt every stored secret with a new key',
					load: async () => (await import('./admin/rotate-key.ts')).rotateKey,
				},
				audit: {
					summary: 'Show what was changed: who, what, which object, from where, when',
					load: async () => (await import('./admin/audit.ts')).audit,
				},
			},
		},
		serve: {
			section: 'The service of this machine',
			summary: 'Run the service in the foreground',
			load: async () => (await import('./serve.ts')).serve,
		},
		worker: {
			section: 'The service of this machine',
			summary: 'Execute tests for a service on PostgreSQL',
			load: async () => (await import('./worker.ts')).worker,
		},
		service: {
			section: 'The service of this machine',
			summary: 'The service of this machine, in the background',
			children: {
				start: {
					summary: 'Start the service and wait until it is ready',
					load: async () => (await import('./service/start.ts')).start,
				},
				stop: {
					summary: 'Stop the service',
					load: async () => (await import('./service/stop.ts')).stop,
				},
				status: {
					summary: 'Say whether the service runs, and where',
					load: async () => (await import('./service/status.ts')).status,
				},
				restore: {
					summary: 'Put a copy in the place of the store',
					load: async () => (await import('./service/restore.ts')).restore,
				},
				export: {
					summary: 'Write everything of the service into one file',
					load: async () => (await import('./service/export.ts')).exportStore,
				},
				import: {
					summary: 'Put what was exported into an empty service',
					load: async () => (await import('./service/import.ts')).importStore,
				},
				'forget-secrets': {
					summary: 'Remove stored secrets that cannot be decrypted any more',
					load: async () => (await import('./service/forget-secrets.ts')).forgetSecrets,
				},
				logs: {
					summary: 'Print the log of the service',
					load: async () => (await import('./service/logs.ts')).logs,
				},
			},
		},
		agent: {
			section: 'Agents, CI and shells',
			summary: 'Skills that teach coding agents to test with svc',
			children: {
				install: {
					summary: 'Install the skills for coding agents',
					load: async () => (await import('./agent/install.ts')).install,
				},
				list: {
					summary: 'List agents and where their skills lie',
					load: async () => (await import('./agent/status.ts')).list,
				},
				status: {
					summary: 'Compare installed skills with those of this client',
					load: async () => (await import('./agent/status.ts')).status,
				},
			},
		},
		ci: {
			section: 'Agents, CI and shells',
			summary: 'Run the tests in continuous integration',
			children: {
				init: {
					summary: 'Write the configuration of a CI service',
					children: {
						github: {
							summary: 'Write a GitHub Actions workflow',
							load: async () => (await import('./ci/init/github.ts')).github,
						},
					},
				},
			},
		},
		completion: {
			section: 'Agents, CI and shells',
			summary: 'Print a completion script for bash, zsh or fish',
			load: async () => (await import('./completion.ts')).completion,
		},
	},
};
