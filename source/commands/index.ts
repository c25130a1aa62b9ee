import {projectCommands} from './project/index.ts';
import {testCommands} from './test/index.ts';
import {batchCommands} from './batch/index.ts';
import {endpointCommands} from './endpoint/index.ts';
import {findingCommands} from './finding/index.ts';
import {planCommands} from './plan/index.ts';
import {scheduleCommands} from './schedule/index.ts';
import {testlistCommands} from './testlist/index.ts';
import {adminCommands} from './admin/index.ts';
import {serviceCommands} from './service/index.ts';
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
		project: projectCommands,
		test: testCommands,
		batch: batchCommands,
		endpoint: endpointCommands,
		finding: findingCommands,
		plan: planCommands,
		schedule: scheduleCommands,
		testlist: testlistCommands,
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
		admin: adminCommands,
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
		service: serviceCommands,
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
