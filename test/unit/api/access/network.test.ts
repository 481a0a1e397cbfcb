import { describe, expect, it } from "vitest";
import { networkOf } from "../../../../api/access/audit/network.ts";

describe("the network of an address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:abcd:12::1", "2001:db8:abcd::/48"],
    ["2001:0DB8::1", "2001:db8:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["::1", "0:0:0::/48"],
    ["999.1.1.1", null],
    ["", null],
    ["<script>", null],
  ])("of %j is %j", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
