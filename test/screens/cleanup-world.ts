import {onTestFinished} from 'vitest';
import type {CleanupView} from '../../contract/cleanup.ts';
import {sampleCard, sampleCleanup, sampleCleanupTest} from '../helpers/cleanup-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

export const orphan = sampleCard({
	resourceId: 'res_orphan',
	label: 'newsletter',
	capturedId: 'n-7',
	sourceEndpoint: {method: 'POST', path: '/letters'},
	family: '/letters',
	outcome: 'orphaned',
	badge: 'Might be orphaned',
	reason: 'no_delete_endpoint',
});
export const refused = sampleCard({
	resourceId: 'res_refused',
	label: 'user_id',
	capturedId: '9',
	family: '/users',
	outcome: 'failed',
	cleanupTest: sampleCleanupTest({
		cleanupTestId: 'ctn_refused',
		path: '/users/{userId}',
		status: 'Failed',
		httpStatus: 409,
		responseBody: '{"error":"the user has orders"}',
	}),
	deletion: {method: 'DELETE', path: '/users/{userId}', url: 'http://127.0.0.1:8080/users/9'},
});
export const cleaned = sampleCard({
	resourceId: 'res_cleaned',
	outcome: 'auto',
	badge: 'Auto-cleaned',
	cleanupTest: sampleCleanupTest(),
	deletion: {method: 'DELETE', path: '/orders/{orderId}', url: 'http://127.0.0.1:8080/orders/42'},
	proof: {kind: 'server_id', text: 'the answer chose the id 42, which no answer had shown', callId: null},
});
export const doubtful = sampleCard({
	resourceId: 'res_doubtful',
	label: '/settings',
	capturedId: 'dark',
	sourceEndpoint: {method: 'PUT', path: '/settings/{name}'},
	family: '/settings',
	outcome: 'orphaned',
	badge: 'Might be orphaned',
	reason: 'may_have_existed',
	deletion: {method: 'DELETE', path: '/settings/{name}', url: 'http://127.0.0.1:8080/settings/dark'},
});
export const nameless = sampleCard({
	resourceId: 'res_nameless',
	label: '/tokens',
	capturedId: null,
	sourceEndpoint: {method: 'POST', path: '/tokens'},
	family: '/tokens',
	outcome: 'orphaned',
	badge: 'Might be orphaned',
	reason: 'handle_missing',
	deletion: {method: 'DELETE', path: '/tokens/{secret}', url: 'http://127.0.0.1:8080/tokens/{secret}'},
	considered: [{field: '$.value', preview: 'sk_12…'}],
});
export const report = sampleCleanup({state: 'failed', orphaned: [orphan, refused], cleanedUp: [cleaned]});

export function worldWith(view: CleanupView = report): WireWorld {
	const world = createWorld({count: 3});
	world.answers['getCleanup'] = ({query}) => (query['since'] === undefined ? view : held());
	return world;
}

/** A request that the service holds: nothing changes. */
export const held = () => new Promise<CleanupView>(() => undefined);

export function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	const screen = openScreen(world, {screen: 'cleanup', id: 'bat_1', ...options});
	onTestFinished(() => screen.close());
	return screen.terminal;
}
