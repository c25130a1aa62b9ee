import {describe} from 'vitest';
import {type Case, finds, made, origin, uuid} from './pairs-of-lines.ts';

/** Shapes of answers and addresses as they occur in APIs of all kinds; every name is made up. */
const cases: Case[] = [
	['a prefix that the parameter has', ['/hooks/{hookId}'], [['POST /hooks', made({id: 4, url: 'x'})]], ['/hooks/4']],
	[
		'a prefix that the field has',
		['/orders/{number}'],
		[['POST /orders', made({orderNumber: 'A-77', id: 3})]],
		['/orders/A-77'],
	],
	[
		'a part of the parameter',
		['/fields/{custom_field_name}'],
		[['POST /fields', made({field_name: 'size', id: 3})]],
		['/fields/size'],
	],
	[
		'one of two that the parameter allows',
		['/issues/{issueIdOrKey}'],
		[['POST /issues', made({id: '10', key: 'AB-1'})]],
		['/issues/AB-1'],
	],
	[
		'a slug of its kind',
		['/teams/{team_slug}'],
		[['POST /teams', made({id: 9, slug: 'core', name: 'Core'})]],
		['/teams/core'],
	],
	[
		'a uid beside an id',
		['/folders/{folder_uid}'],
		[['POST /folders', made({id: 1, uid: 'f-1', title: 'T'})]],
		['/folders/f-1'],
	],
	[
		'a number below its parent',
		['/projects/{projectId}/tickets/{ticketNumber}'],
		[['POST /projects/p1/tickets', made({id: 900, number: 4})]],
		['/projects/p1/tickets/4'],
	],
	[
		'another case',
		['/messages/{Sid}.json'],
		[['POST /messages.json', made({sid: 'SM1', body: 'x'})]],
		['/messages/SM1.json'],
	],
	[
		'an id in an attribute envelope',
		['/articles/{id}'],
		[['POST /articles', made({data: {type: 'articles', id: '5', attributes: {title: 'T'}}})]],
		['/articles/5'],
	],
	[
		'a name in metadata',
		['/namespaces/{ns}/pods/{name}'],
		[['POST /namespaces/n1/pods', made({kind: 'Pod', metadata: {name: 'web-1', uid: uuid}})]],
		['/namespaces/n1/pods/web-1'],
	],
	[
		'an envelope of its kind with the form in the path',
		['/products/{product_id}.json'],
		[['POST /products.json', made({product: {id: 632, title: 'T'}})]],
		['/products/632.json'],
	],
	[
		'an id in capitals',
		['/containers/{id}'],
		[['POST /containers/create', made({Id: 'e90e34656806', Warnings: []})]],
		['/containers/e90e34656806'],
	],
	[
		'an underscore',
		['/docs/{id}'],
		[['POST /docs', made({_id: '507f1f77bcf86cd799439011', title: 'T'})]],
		['/docs/507f1f77bcf86cd799439011'],
	],
	['a text for a number', ['/cards/{cardId}'], [['POST /cards', made({cardId: '17', list: 3})]], ['/cards/17']],
	[
		'two versions',
		['/v9/deployments/{id}'],
		[['POST /v10/deployments', {answer: {id: 'dpl_1', name: 'x'}}]],
		['/v9/deployments/dpl_1'],
	],
	[
		'a date as the version',
		['/admin/2024-01/themes/{theme_id}.json'],
		[['POST /admin/2024-04/themes.json', made({theme: {id: 8}})]],
		['/admin/2024-01/themes/8.json'],
	],
	['singular and plural', ['/silence/{silenceID}'], [['POST /silences', {answer: {silenceID: 's1'}}]], ['/silence/s1']],
	['an irregular plural', ['/person/{personId}'], [['POST /people', made({id: 'pe1'})]], ['/person/pe1']],
	['plurals in -es', ['/status/{id}'], [['POST /statuses', made({id: 12})]], ['/status/12']],
	[
		'a composite key from the request',
		['/bindings/{user}/{role}'],
		[['POST /bindings', {status: 201, sent: {user: 'ada', role: 'admin'}}]],
		['/bindings/ada/admin'],
	],
	[
		'a composite key from the answer',
		['/shelves/{aisle}/{bay}'],
		[['POST /shelves', made({aisle: 'A', bay: 3, label: 'x'})]],
		['/shelves/A/3'],
	],
	[
		'an own address',
		['/repos/{owner}/{repo}'],
		[['POST /user/repos', made({id: 1, name: 'lib', owner: {login: 'ada', id: 4}, url: `${origin}/repos/ada/lib`})]],
		['/repos/ada/lib'],
	],
	[
		'a self link',
		['/tasks/{task}'],
		[['POST /tasks', made({title: 'T', _links: {self: {href: '/tasks/t-9'}}})]],
		['/tasks/t-9'],
	],
	[
		'a list of links',
		['/jobs/{job}'],
		[['POST /jobs', made({title: 'T', links: [{rel: 'self', href: `${origin}/jobs/j-9`}]})]],
		['/jobs/j-9'],
	],
	[
		'Location alone',
		['/uploads/{uploadId}'],
		[['POST /uploads', {status: 201, headers: {Location: '/uploads/u-1'}}]],
		['/uploads/u-1'],
	],
	[
		'a header of the answer',
		['/sessions/{sessionId}'],
		[['POST /sessions', {status: 201, headers: {'X-Session-Id': 's-77'}}]],
		['/sessions/s-77'],
	],
	[
		'the parent with its list',
		['/carts/{cartId}/items/{itemId}'],
		[
			[
				'POST /carts/c1/items',
				{
					sent: {sku: 'b'},
					answer: {
						id: 'c1',
						items: [
							{id: 'i1', sku: 'a'},
							{id: 'i2', sku: 'b'},
						],
					},
				},
			],
		],
		['/carts/c1/items/i2'],
	],
	[
		'a child with the number of its parent',
		['/carts/{cartId}/items/{itemId}'],
		[['POST /carts/1/items', made({id: 1, quantity: 2})]],
		['/carts/1/items/1'],
	],
	[
		'a member named by the request',
		['/groups/{groupId}/members/{userId}'],
		[['POST /groups/g1/members', {status: 204, sent: {userId: 'u7'}}]],
		['/groups/g1/members/u7'],
	],
	[
		'a member and not the group that is answered',
		['/groups/{groupId}/members/{userId}'],
		[['POST /groups/g1/members', {status: 201, sent: {userId: 'u7'}, answer: {id: 'g1', name: 'G'}}]],
		['/groups/g1/members/u7'],
	],
	[
		'a list of names',
		['/teams/{teamId}/members/{username}'],
		[['POST /teams/t1/members', {status: 201, sent: {usernames: ['ada', 'bob']}}]],
		['/teams/t1/members/ada', '/teams/t1/members/bob'],
	],
	[
		'a list of records that was sent',
		['/projects/{id}/users/{userId}'],
		[
			[
				'POST /projects/p1/users',
				{
					status: 201,
					sent: {
						relations: [
							{userId: 'u1', role: 'r'},
							{userId: 'u2', role: 'r'},
						],
					},
				},
			],
		],
		['/projects/p1/users/u1', '/projects/p1/users/u2'],
	],
	[
		'several in one answer',
		['/rows/{rowId}'],
		[['POST /rows', made({data: [{id: 1}, {id: 2}]}, [{a: 1}, {a: 2}])]],
		['/rows/1', '/rows/2'],
	],
	[
		'a key nobody would guess, confirmed by a read',
		['/vouchers/{voucher}'],
		[
			['POST /vouchers', made({id: 3, shortForm: 'XQ9-TTZ', amount: 5})],
			['GET /vouchers/XQ9-TTZ', {answer: {id: 3, shortForm: 'XQ9-TTZ'}}],
		],
		['/vouchers/XQ9-TTZ'],
	],
	[
		'a key learned from another record',
		['/links/{link}'],
		[
			['POST /links', made({id: 1, token: 'aa11bb22', target: 'x'})],
			['POST /links', made({id: 2, token: 'cc33dd44', target: 'y'})],
			['GET /links/aa11bb22', {answer: {id: 1, token: 'aa11bb22', target: 'x'}}],
		],
		['/links/aa11bb22', '/links/cc33dd44'],
	],
	[
		'a key learned from a list',
		['/boards/{id}'],
		[
			['GET /boards/b-old', {answer: {pk: 5, ref: 'b-old'}}],
			['POST /boards', made({pk: 6, ref: 'b-new'})],
		],
		['/boards/b-new'],
	],
	['a chosen name by PUT', ['/buckets/{name}'], [['PUT /buckets/photos', {status: 201}]], ['/buckets/photos']],
	[
		'a chosen name by POST',
		['/queues/{queue}'],
		[['POST /queues', {status: 201, sent: {name: 'mails', durable: true}}]],
		['/queues/mails'],
	],
	[
		'a name of its own kind that was sent',
		['/topics/{topic_name}'],
		[['POST /topics', {status: 204, sent: {name: 'news'}}]],
		['/topics/news'],
	],
	[
		'a record named in the query of its DELETE',
		['/notes?id={id}'],
		[['POST /notes', made({id: 'n1'})]],
		['/notes?id=n1'],
	],
	['a base path', ['/pets/{petId}'], [['POST /api/v3/pets', made({id: 5})]], ['/api/v3/pets/5']],
	['the last words of an action', ['/users/{id}/delete'], [['POST /users/create', made({id: 8})]], ['/users/8/delete']],
	[
		'a nested creation with a DELETE at the top',
		['/reviews/{reviewId}'],
		[['POST /products/p1/reviews', made({id: 'r1'})]],
		['/reviews/r1'],
	],
	[
		'several DELETEs of one word',
		['/comments/{id}', '/photos/{photoId}/comments/{commentId}'],
		[['POST /photos/ph1/comments', made({id: 'k1', photoId: 'ph1'})]],
		['/photos/ph1/comments/k1'],
	],
	['a toggle', ['/posts/{id}/like'], [['PUT /posts/7/like', {status: 204}]], ['/posts/7/like']],
	[
		'a revision in the path',
		['/{name}/-/rev/{rev}'],
		[
			['PUT /left-pad', {status: 201, answer: {ok: 'created'}}],
			['GET /left-pad', {answer: {name: 'left-pad', _rev: '3-abc'}}],
		],
		['/left-pad/-/rev/3-abc'],
	],
	[
		'a foreign key beside the own one',
		['/orders/{orderId}'],
		[['POST /orders', made({userId: 'u1', id: 'o1'}, {userId: 'u1'})]],
		['/orders/o1'],
	],
	[
		'an envelope with a status',
		['/topics/{tid}'],
		[['POST /topics', {answer: {status: {code: 'ok'}, response: {tid: 12, uid: 1}}}]],
		['/topics/12'],
	],
	[
		'a list read later',
		['/webhooks/{id}'],
		[
			['POST /webhooks', {status: 204, sent: {url: 'http://x.test/1'}}],
			[
				'GET /webhooks',
				{
					answer: {
						data: [
							{id: 'w0', url: 'http://x.test/0'},
							{id: 'w1', url: 'http://x.test/1'},
						],
					},
				},
			],
		],
		['/webhooks/w1'],
	],
	[
		'an address as the id',
		['/subscriptions/{sub}/groups/{group}'],
		[
			[
				'PUT /subscriptions/s1/groups/g1',
				{status: 201, sent: {}, answer: {id: '/subscriptions/s1/groups/g1', name: 'g1'}},
			],
		],
		['/subscriptions/s1/groups/g1'],
	],
	// Written down after the rules stood, as a second look.
	[
		'a chosen key in an envelope',
		['/flags/{flagKey}'],
		[['POST /flags', made({flag: {key: 'dark', on: false}}, {flag: {key: 'dark'}})]],
		['/flags/dark'],
	],
	[
		'a record in a list of one',
		['/invoices/{invoiceId}'],
		[['POST /invoices', made({invoices: [{invoiceId: 'in-3', total: 4}]})]],
		['/invoices/in-3'],
	],
	[
		'results and a count',
		['/keys/{id}'],
		[['POST /keys', made({results: {id: 'k-3', label: 'x'}, count: 1})]],
		['/keys/k-3'],
	],
	[
		'a serial number',
		['/devices/{serial}'],
		[['POST /devices', made({id: 4, serialNumber: 'SN-1', serial: 'S1'})]],
		['/devices/S1'],
	],
	[
		'an e-mail address as the key',
		['/subscribers/{email}'],
		[
			[
				'POST /subscribers',
				{status: 200, sent: {email: 'ada@x.test', lang: 'en'}, answer: {email: 'ada@x.test', lang: 'en'}},
			],
		],
		['/subscribers/ada@x.test'],
	],
	[
		'a code of a coupon',
		['/coupons/{couponCode}'],
		[['POST /coupons', made({code: 'SAVE5', percent: 5, id: 9})]],
		['/coupons/SAVE5'],
	],
	[
		'a hyphenated kind',
		['/price-lists/{priceListId}'],
		[['POST /price-lists', made({priceListId: 'pl1', name: 'x'})]],
		['/price-lists/pl1'],
	],
	[
		'snake and camel',
		['/api-keys/{api_key_id}'],
		[['POST /api-keys', made({apiKeyId: 'ak-1', secret: 's'})]],
		['/api-keys/ak-1'],
	],
	['a bare value as the answer', ['/tokens/{token}'], [['POST /tokens', made('tk-12345')]], ['/tokens/tk-12345']],
	['a PUT on a collection that answers 201', ['/drafts/{id}'], [['PUT /drafts', made({id: 'd1'})]], ['/drafts/d1']],
	[
		'a parameter in parentheses',
		['/Products({id})'],
		[['POST /Products', made({ID: 77, Name: 'x'})]],
		['/Products(77)'],
	],
	[
		'a nested record under its kind beside others',
		['/accounts/{accountId}'],
		[['POST /accounts', made({account: {id: 'a1', name: 'x'}, owner: {id: 'u1'}, plan: {id: 'p1'}})]],
		['/accounts/a1'],
	],
	[
		'a parent in the body',
		['/albums/{albumId}/photos/{photoId}'],
		[['POST /photos', made({id: 'ph1', albumId: 'al1'}, {albumId: 'al1'})]],
		['/albums/al1/photos/ph1'],
	],
	[
		'a DELETE with its verb in front',
		['/deleteNote/{noteId}'],
		[['POST /createNote', {answer: {noteId: 5}}]],
		['/deleteNote/5'],
	],
	[
		'a tenant in front',
		['/{tenant}/orders/{orderId}'],
		[['POST /acme/orders', made({orderId: 3})]],
		['/acme/orders/3'],
	],
	['a numeric text with zeros', ['/tickets/{id}'], [['POST /tickets', made({id: '007'})]], ['/tickets/007']],
	[
		'a value that was captured',
		['/blobs/{digest}'],
		[['POST /blobs', {status: 201, headers: {Location: '/blobs/sha256:ab'}}]],
		['/blobs/sha256:ab'],
	],
	[
		'an answer with the time first',
		['/events/{eventId}'],
		[['POST /events', made({at: '2024-01-01T00:00:00Z', event: {eventId: 'ev1'}})]],
		['/events/ev1'],
	],
];

describe('pair and handle at run time', () => finds(cases));
