import type {Group} from '../tree.ts';

/** The commands of `svc project`. */
export const projectCommands: Group = {
	section: 'Projects and tests',
	summary: 'Projects: named containers of tests of one type, with a target URL',
	children: {
		list: {
			summary: 'List projects, newest first',
			load: async () => (await import('../project.ts')).list,
		},
		get: {
			summary: 'Show one project',
			load: async () => (await import('../project.ts')).get,
		},
		create: {
			summary: 'Create a project',
			load: async () => (await import('./create.ts')).create,
		},
		update: {
			summary: 'Change a project',
			load: async () => (await import('./update.ts')).update,
		},
		delete: {
			summary: 'Delete a project and everything in it',
			load: async () => (await import('../project.ts')).deleteCommand,
		},
		credential: {
			summary: 'Set the credential that backend runs are given',
			load: async () => (await import('./credential.ts')).credential,
		},
		'auto-auth': {
			summary: 'Fetch a fresh token for every backend run',
			load: async () => (await import('./auto-auth.ts')).autoAuth,
		},
		cleanup: {
			summary: 'Cleanup of a project: rules, settings, and where handles stand',
			fallback: 'rules',
			children: {
				rules: {
					summary: 'What is kept, in which order records are deleted, and whether cleanup asks first',
					load: async () => (await import('./cleanup/rules.ts')).rules,
				},
				handle: {
					summary: 'Say which value of a call names the record that it creates',
					load: async () => (await import('./cleanup/handle.ts')).handle,
				},
			},
		},
		env: {
			summary: 'Environments: named targets with their accounts and variables',
			children: {
				list: {
					summary: 'List environments, the default one first',
					load: async () => (await import('./env.ts')).list,
				},
				get: {
					summary: 'Show one environment',
					load: async () => (await import('./env.ts')).get,
				},
				create: {
					summary: 'Create an environment',
					load: async () => (await import('./env/create.ts')).create,
				},
				update: {
					summary: 'Change address, name, account or variables of an environment',
					load: async () => (await import('./env/update.ts')).update,
				},
				delete: {
					summary: 'Delete an environment',
					load: async () => (await import('./env.ts')).deleteCommand,
				},
				'set-default': {
					summary: 'Choose the environment that runs use unless they name another one',
					load: async () => (await import('./env.ts')).setDefault,
				},
			},
		},
		mask: {
			summary: 'Names of fields whose values are masked',
			load: async () => (await import('./mask.ts')).mask,
		},
		docs: {
			summary: 'Documents: descriptions of the API, and requirements',
			children: {
				upload: {
					summary: 'Upload a document',
					load: async () => (await import('./docs/upload.ts')).upload,
				},
				list: {
					summary: 'List documents, newest first',
					load: async () => (await import('./docs.ts')).list,
				},
				delete: {
					summary: 'Delete a document',
					load: async () => (await import('./docs.ts')).deleteCommand,
				},
			},
		},
	},
};
