import type {Group} from '../tree.ts';

/** The commands of `svc admin`. */
export const adminCommands: Group = {
	section: 'A team',
	summary: 'Accounts, members and what was changed',
	children: {
		init: {
			summary: 'Make the first account and key of an empty service',
			load: async () => (await import('./init.ts')).init,
		},
		account: {
			summary: 'Accounts of the service, each with projects of its own',
			children: {
				list: {
					summary: 'List accounts, newest first',
					load: async () => (await import('./account.ts')).list,
				},
				create: {
					summary: 'Make an account with its first owner and key',
					load: async () => (await import('./account.ts')).create,
				},
				disable: {
					summary: 'Stop every key of an account',
					load: async () => (await import('./account.ts')).disable,
				},
				enable: {
					summary: 'Let the keys of a disabled account work again',
					load: async () => (await import('./account.ts')).enable,
				},
				delete: {
					summary: 'Delete a disabled account with everything in it',
					load: async () => (await import('./account.ts')).deleteCommand,
				},
			},
		},
		member: {
			summary: 'Who works in the account, and what each may do',
			children: {
				list: {
					summary: 'List members, newest first',
					load: async () => (await import('./member.ts')).list,
				},
				add: {
					summary: 'Add a member with a role and a key',
					load: async () => (await import('./member.ts')).add,
				},
				role: {
					summary: 'Give a member another role',
					load: async () => (await import('./member.ts')).role,
				},
				remove: {
					summary: 'Remove a member with the keys of that member',
					load: async () => (await import('./member.ts')).remove,
				},
			},
		},
		'rotate-key': {
			summary: 'Encrypt every stored secret with a new key',
			load: async () => (await import('./rotate-key.ts')).rotateKey,
		},
		audit: {
			summary: 'Show what was changed: who, what, which object, from where, when',
			load: async () => (await import('./audit.ts')).audit,
		},
	},
};
