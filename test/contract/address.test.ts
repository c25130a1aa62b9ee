import {expect, it} from 'vitest';
import {splitAddress} from '../../contract/address.ts';

it.each([
	['https://ada:p%40ss@host.example:8443/a?b=c#d', 'https://host.example:8443/a?b=c#d', 'ada', 'p@ss'],
	['https://ada:p@ss@host.example', 'https://host.example', 'ada', 'p@ss'],
	['http://token@host.example/', 'http://host.example/', 'token', ''],
	['http://:word@host.example/', 'http://host.example/', '', 'word'],
	['http:ada:word@host.example/x', 'http://host.example/x', 'ada', 'word'],
	['http:\\\\ada:word@host.example/x', 'http://host.example/x', 'ada', 'word'],
	['https://ada:50%@host.example', 'https://host.example', 'ada', '50%'],
])('%s loses its account', (address, url, username, password) => {
	expect(splitAddress(address)).toEqual({url, account: {username, password}});
});

it.each(['https://host.example/@ada', 'https://host.example?to=ada:b@c', 'http://[::1]:80', 'no address', ''])(
	'%s stays as it is written',
	address => expect(splitAddress(address)).toEqual({url: address, account: null}),
);
